"""The process around the game: transports, use cases, storage and the way it all starts."""
