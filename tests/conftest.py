"""Fixtures of every test; each family lives in its own file under `tests/fixtures`."""

# A file comes after those that it imports, so that pytest rewrites the asserts of all.
pytest_plugins = [
    "tests.fixtures.examples",
    "tests.fixtures.sniffio",
    "tests.fixtures.left_out",
    "tests.fixtures.collecting",
    "tests.fixtures.collector",
    "tests.fixtures.valkey",
    "tests.fixtures.compiler",
    "tests.fixtures.cluster",
    "tests.fixtures.store",
    "tests.fixtures.whole_service",
    "tests.fixtures.player",
    "tests.fixtures.issuer",
]
