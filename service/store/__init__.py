"""The store of live matches: its port, its two implementations, its keys."""
