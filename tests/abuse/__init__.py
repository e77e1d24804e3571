"""What a client can do that means no good, each through the real server."""
