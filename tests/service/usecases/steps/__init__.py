"""Tests of the steps, each a pure function."""
