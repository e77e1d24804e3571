"""Tests of the rule sets."""
