"""Tests of the kinds of play."""
