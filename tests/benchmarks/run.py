"""`make bench`: prints what the figures of docs/benchmarks.md were, and are now on this machine."""

from __future__ import annotations

import importlib
import platform
import sys
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

PARTS = ("engine", "kernel", "session", "strategies", "search", "arena", "launcher", "terminal", "arcade")


def main() -> None:
    """Run all parts, or those that are named on the command line."""
    wanted = sys.argv[1:] or PARTS
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        sys.exit(f"no benchmark is called {unknown[0]}; there are: {', '.join(PARTS)}")
    print(f"{date.today()}, Python {platform.python_version()}, {platform.machine()}")
    for name in wanted:
        print()
        print("\n".join(importlib.import_module(f"benchmarks.{name}").main()), flush=True)


if __name__ == "__main__":
    main()
