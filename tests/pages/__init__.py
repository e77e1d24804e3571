"""Tests of the pages of clients/."""
