"""The kit's checks as fixtures of pytest.

A test module or the top conftest.py asks for them by this line:

    pytest_plugins = ["crazyeights.testing.fixtures"]

They are no entry point of pytest's, which would load the game in every test run of everybody who has it installed.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crazyeights import testing
from crazyeights.plugins import Registry, load_plugins


@pytest.fixture(scope="session")
def crazyeights_registry() -> Registry:
    """All that the installed plugins offer."""
    return load_plugins()


@pytest.fixture(scope="session")
def check_plugin() -> Callable[..., Registry]:
    """The function `crazyeights.testing.check_plugin`."""
    return testing.check_plugin


@pytest.fixture(scope="session")
def check_rule() -> Callable[..., None]:
    """The function `crazyeights.testing.check_rule`."""
    return testing.check_rule


@pytest.fixture(scope="session")
def check_variant() -> Callable[..., None]:
    """The function `crazyeights.testing.check_variant`."""
    return testing.check_variant


@pytest.fixture(scope="session")
def check_strategy() -> Callable[..., None]:
    """The function `crazyeights.testing.check_strategy`."""
    return testing.check_strategy


@pytest.fixture(scope="session")
def check_frontend() -> Callable[..., None]:
    """The function `crazyeights.testing.check_frontend`."""
    return testing.check_frontend
