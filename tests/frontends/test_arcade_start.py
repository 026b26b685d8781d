"""How the window starts, or says in one line why it can't; and real mouse and keys, by xdotool."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from crazyeights import Environment, default_registry
from crazyeights.specs import choose_frontend
from crazyeights_arcade import trouble
from crazyeights_arcade.sound import NAMES, Sounds, synthesize
from support_program import COMMAND
from support_window import NEEDED, virtual_display

NO_DISPLAY = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}


def run(code: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Launch the window in a process of its own, after `code` has run there."""
    start = f"""
import sys
from pathlib import Path
from crazyeights import default_registry
from crazyeights.specs import Folders, LaunchRequest
{code}
from crazyeights_arcade.plugin import launch_window
folder = Path({str(folder)!r})
sys.exit(launch_window(LaunchRequest(default_registry(), None, {{}}, Folders(folder, folder))))
"""
    return subprocess.run(
        [sys.executable, "-c", start],
        env={**NO_DISPLAY, **env},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def one_line(answer: subprocess.CompletedProcess[str]) -> str:
    """Check that it ended with one line and exit code 4, and give the line."""
    assert answer.returncode == 4, answer.stderr
    assert answer.stderr.count("\n") == 1, answer.stderr
    assert answer.stderr.startswith("crazyeights: ")
    assert "--frontend terminal" in answer.stderr
    return answer.stderr


# What can go wrong


@pytest.mark.skipif(sys.platform != "linux", reason="other platforms always have a display")
def test_without_a_display_it_says_so(tmp_path: Path) -> None:
    assert "no display" in one_line(run("", tmp_path))


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        ("""ImportError('Library "GL" not found.')""", "libgl1"),
        ("""ImportError('Library "freetype" not found.')""", "libfreetype6"),
        ("""AttributeError('/lib/libX11.so: undefined symbol: XRenderFindVisualFormat')""", "libxrender1"),
        ("""ModuleNotFoundError("No module named 'arcade'", name='arcade')""", "pip install arcade"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="names Debian's packages")
def test_what_is_missing_is_named(tmp_path: Path, raised: str, said: str) -> None:
    code = f"""
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "arcade":
            raise {raised}
sys.meta_path.insert(0, Finder())
"""
    assert said in one_line(run(code, tmp_path))


@pytest.mark.skipif(sys.platform != "linux", reason="by what Mesa lets itself be told")
def test_an_old_opengl_is_told(arcade_display: str, tmp_path: Path) -> None:
    env = {"DISPLAY": arcade_display, "MESA_GL_VERSION_OVERRIDE": "2.1", "LIBGL_ALWAYS_SOFTWARE": "1"}
    assert "OpenGL 3.3" in one_line(run("", tmp_path, **env))


@pytest.mark.skipif(sys.platform != "linux", reason="other platforms know no DISPLAY")
def test_a_display_that_does_not_answer_is_told(tmp_path: Path) -> None:
    assert "no display" in one_line(run("", tmp_path, DISPLAY=":9731"))


@pytest.mark.parametrize("name", ["NoSuchConfigException", "NoOpenGLException", "ContextException", "GLException"])
def test_an_old_or_missing_opengl_is_told(name: str) -> None:
    line = trouble.explain(type(name, (Exception,), {})("no"), "linux")
    assert line is not None
    assert "OpenGL 3.3" in line
    assert "libgl1-mesa-dri" in line


def test_other_errors_are_not_hidden(tmp_path: Path) -> None:
    assert trouble.explain(ValueError("a fault of our own"), "linux") is None


def test_the_window_is_chosen_where_there_is_a_display_and_only_there() -> None:
    frontends = default_registry().frontends.values()
    tty = {"stdin_tty": True, "stdout_tty": True}
    window = choose_frontend(frontends, Environment(display=True, env={"DISPLAY": ":0"}, platform="linux", **tty))
    assert window is not None
    assert window.name == "arcade"
    other = choose_frontend(frontends, Environment(display=False, platform="linux", **tty))
    assert other is not None
    assert other.name != "arcade"


def test_wayland_alone_is_not_enough() -> None:
    spec = default_registry().frontend("arcade")
    assert "xwayland" in str(spec.unusable(Environment(display=True, env={"WAYLAND_DISPLAY": "w"}, platform="linux")))
    assert spec.unusable(Environment(display=True, env={}, platform="darwin")) is None


def test_the_plugin_imports_nothing_heavy() -> None:
    code = (
        "import sys, crazyeights; crazyeights.default_registry(); print({'arcade', 'pyglet', 'PIL'} & set(sys.modules))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "set()"


def test_doctor_looks_for_opengl_and_sound(arcade_display: str) -> None:
    # In a process of its own: it opens a window, and two in one process share too much.
    code = (
        "import sys; from crazyeights import Environment, default_registry;"
        "spec = default_registry().frontend('arcade'); print(*spec.examine(Environment.current()), sep='\\n')"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    opengl, sound = answer.stdout.splitlines()
    assert opengl.startswith("('OpenGL', '")
    assert "." in opengl
    assert sound.startswith("('sound', ")
    assert list(default_registry().frontend("arcade").examine(Environment(platform="linux"))) == []


# Sound


@pytest.mark.parametrize("name", NAMES)
def test_every_sound_is_a_short_wav(name: str) -> None:
    data = synthesize(name)
    assert data[:4] == b"RIFF"
    assert 1000 < len(data) < 120_000


def test_a_failing_sound_device_is_silent() -> None:
    def fail(name: str, data: bytes) -> None:
        raise OSError("no device")

    sounds = Sounds(fail)
    sounds.play("play")
    sounds.play("win")


def test_without_a_sound_device_nothing_is_played_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    import pyglet.media

    class SilentDriver:
        """Stands for pyglet's own, whose players run on a thread."""

    SilentDriver.__module__ = "pyglet.media.drivers.silent.adaptation"
    loaded: list[str] = []
    monkeypatch.setattr(pyglet.media, "get_audio_driver", SilentDriver)
    monkeypatch.setattr(pyglet.media, "load", lambda name, *_, **__: loaded.append(name))
    Sounds().play("win")
    assert loaded == []


def test_sound_can_be_switched_off_and_made_quiet() -> None:
    class Player:
        volume = 1.0

    class Source:
        def play(self) -> Player:
            player = Player()
            players.append(player)
            return player

    players: list[Player] = []
    sounds = Sounds(lambda name, data: Source())
    sounds.adjust(on=True, volume=0.3)
    sounds.play("call")
    assert [player.volume for player in players] == [0.3]
    sounds.adjust(on=False, volume=0.3)
    sounds.play("call")
    sounds.adjust(on=True, volume=0.0)
    sounds.play("call")
    assert len(players) == 1


# Real input


class Hands:
    """Mouse and keys of a display of its own, where no other window is in the way."""

    def __init__(self, name: str) -> None:
        self.env = {**os.environ, "DISPLAY": name}

    def __call__(self, *arguments: object) -> str:
        """Do what xdotool is told to."""
        return subprocess.run(
            ["xdotool", *map(str, arguments)], env=self.env, capture_output=True, text=True, check=True, timeout=60
        ).stdout.strip()


@pytest.fixture
def hands() -> Iterator[Hands]:
    if sys.platform != "linux":
        pytest.skip("xdotool moves the mouse of X11 only")
    try:
        if shutil.which("xdotool") is None:
            raise LookupError(NEEDED)
        with virtual_display() as name:
            yield Hands(name)
    except LookupError as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))


@contextmanager
def program(xdotool: Hands, folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the command with a window and give it with the window's number."""
    env = {
        **xdotool.env,
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
    }
    (folder / "config" / "crazyeights").mkdir(parents=True)
    (folder / "config" / "crazyeights" / "settings.toml").write_text('sound = false\nspeed = "fast"\npace = 0.0\n')
    process = subprocess.Popen(
        [COMMAND, "play", "--frontend", "arcade", *arguments], env=env, stderr=subprocess.PIPE, text=True
    )
    try:
        window = xdotool("search", "--sync", "--onlyvisible", "--pid", process.pid, "--name", "Crazy Eights").split()[0]
        xdotool("windowfocus", "--sync", window)
        yield process, window
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()


def wait_for(condition: object, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.05)


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_real_keys_play_a_round_in_the_real_program(hands: Hands, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    with program(hands, tmp_path, "--players", "2", "--seed", "5", "--record", str(record)) as (process, window):
        wait_for(lambda: record.exists() and record.read_text())
        for _ in range(400):
            # The first card that fits; if none does, Enter finds none and D draws.
            hands("key", "--window", window, "Right", "Return", "s", "d", "p")
            time.sleep(0.03)
            if any("outcome" in line for line in lines(record)):
                break
        assert any("outcome" in line for line in lines(record))
        moves = [line for line in lines(record) if "move" in line]
        assert {line["seat"] for line in moves} == {0, 1}
        time.sleep(1.0)
        hands("key", "--window", window, "Escape")
        time.sleep(0.3)
        hands("key", "--window", window, "q")
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_a_real_mouse_clicks_from_the_menu_to_a_table_that_closing_keeps(hands: Hands, tmp_path: Path) -> None:
    with program(hands, tmp_path) as (process, window):
        data = tmp_path / "data" / "crazyeights" / "rounds"
        geometry = dict(part.split("=") for part in hands("getwindowgeometry", "--shell", window).split())
        width, height = int(geometry["WIDTH"]), int(geometry["HEIGHT"])
        time.sleep(0.5)
        # Play is the first button at the foot of the menu; it is at the same place of the sheet at every size.
        from crazyeights import load_plugins
        from crazyeights.settings import Settings
        from crazyeights_arcade.menu_screen import MenuScreen, Ways
        from crazyeights_arcade.opening import Opening

        class Host:
            points = (width, height)

        ways = Ways(lambda watch: None, None, lambda: None, lambda: None)
        menu = MenuScreen(Host(), Opening.from_settings(load_plugins(), Settings()), ways)  # type: ignore[arg-type]
        rect = next(control.rect for control in menu.controls() if control.name == "play")
        hands("mousemove", "--window", window, round(rect.cx), round(rect.cy), "click", "1")
        # The launcher names a file of its own first; the second one is that of the table that the menu opens.
        wait_for(lambda: data.is_dir() and any(lines(path) for path in data.iterdir()))
        record = next(path for path in data.iterdir() if lines(path))
        time.sleep(1.0)
        for _ in range(100):
            if any(line.get("seat") == 0 for line in lines(record)):
                break
            hands("key", "--window", window, "d")
            time.sleep(0.1)
        assert any(line.get("seat") == 0 for line in lines(record))
        hands("windowclose", window)
        process.wait(20)
        kept = [line for line in lines(record) if "move" in line]
        assert kept
        assert not any("outcome" in line for line in lines(record))
