"""The one window that all tests of the arcade frontend share; other tests never ask for it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import support_window


@pytest.fixture(scope="session")
def arcade_display() -> Iterator[str]:
    """A display, by Xvfb if there is none."""
    try:
        with support_window.display() as name:
            yield name
    except LookupError as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def arcade_window(arcade_display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The window."""
    import pyglet

    pyglet.options.audio = ("silent",)
    from crazyeights import load_plugins
    from crazyeights.settings import Settings
    from crazyeights.specs import Folders
    from crazyeights_arcade.window import TableWindow

    folder = tmp_path_factory.mktemp("window")
    window = TableWindow(load_plugins(), Settings(), Folders(folder, folder), size=(1280, 720))
    yield window
    window.screen_shown = None
    window.on_close()


@pytest.fixture
def pilot(arcade_window: Any, tmp_path: Path) -> Iterator[support_window.Pilot]:
    """A person at the window, with settings and folders of this test's own."""
    person = support_window.Pilot(arcade_window, tmp_path)
    yield person
    person.flow.leave_table()
