"""Processes in which the extra `fast` is as if it were not installed, and what tests of it need to know."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

#: In an environment with this, neither numba nor NumPy is found.
WITHOUT = {"PYTHONPATH": str(Path(__file__).parent / "without_extra")}
HAS_NUMBA = find_spec("numba") is not None
#: Whether the kernel is left as the Python that it is, which is some hundred times as slow: then less is played.
FEW = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
needs_kernel = pytest.mark.skipif(not HAS_NUMBA, reason="the kernel takes numba: pip install 'crazyeights[fast]'")


def without_extra(code: str) -> subprocess.CompletedProcess[str]:
    """Run a program where the extra is not installed."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | WITHOUT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
