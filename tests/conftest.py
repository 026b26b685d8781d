"""The order of all tests."""

from __future__ import annotations

import pytest

# Files that take longest for the number of their tests. The workers take them first, so that none has one left to do
# when the others are done.
_LONG = frozenset(
    {
        "test_arcade_start.py",
        "test_arena_faults.py",
        "test_arena_workers.py",
        "test_engines.py",
        "test_examples.py",
        "test_kernel_search.py",
        "test_new.py",
        "test_program_readme.py",
        "test_tournament_program.py",
        "test_tutorials.py",
    }
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put those first."""
    items.sort(key=lambda item: item.path.name not in _LONG)
