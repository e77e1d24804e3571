"""Measurements that anybody can repeat: each module is a command that prints a table."""
