"""Fixtures of the workers' tests, by name."""

from tests.fixtures.signals import stop

__all__ = ["stop"]
