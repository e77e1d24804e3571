"""What players can do, without a transport: matches, lobby, moves, time."""
