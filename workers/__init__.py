"""Work that no request waits for: house bots, turns whose time is over, and the clock."""
