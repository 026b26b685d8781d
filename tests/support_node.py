"""Node.js, for the bot in JavaScript; where there is none, says so."""

from __future__ import annotations

import os
import shutil

import pytest


def node() -> str:
    """Give the path of Node.js; without one the test is skipped, and in CI, which must bring it, fails."""
    found = shutil.which("node")
    if found is None:
        missing = "Node.js is missing, so the bot in JavaScript is not tried: there is no program `node`"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return found
