"""Every game written a second time, slowly and by other means, to hold the engine against.

Cards and moves are texts, hands are lists, and nothing of the engine is used.
"""
