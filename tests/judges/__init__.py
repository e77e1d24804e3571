"""Judges from outside: programs of others hold the service and its contract to their word."""
