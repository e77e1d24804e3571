"""Drives running servers over real sockets: starts them, loads them, and compares them."""
