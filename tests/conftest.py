"""Fixtures of every test; each family lives in its own file under `tests/fixtures`."""

pytest_plugins = ["tests.fixtures.valkey", "tests.fixtures.store", "tests.fixtures.whole_service"]
