"""The peers that the engine is compared with; where one is missing, says so."""

from __future__ import annotations

import importlib.util
import os

import pytest

from peers.openspiel import HOW_TO_INSTALL


@pytest.fixture(autouse=True, scope="session")
def openspiel() -> None:
    """OpenSpiel; without it the tests are skipped, and in CI, which must bring it, fail."""
    if importlib.util.find_spec("pyspiel") is None:
        if os.environ.get("CI"):
            pytest.fail(HOW_TO_INSTALL)
        pytest.skip(HOW_TO_INSTALL)
