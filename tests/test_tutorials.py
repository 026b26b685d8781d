"""The pages that teach how to write plugins work when they are followed to the letter, in an empty folder."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from support_sandbox import Sandbox

DOCS: Final = Path(__file__).parents[1] / "docs"
PAGES: Final = ("write-a-rule.md", "write-a-variant.md", "write-a-strategy.md", "write-a-frontend.md", "kit.md")
#: A block, and the language and title that it is marked with.
_BLOCK: Final = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """A file to be written, or a command and what it prints."""

    line: int
    file: str = ""
    text: str = ""
    command: str = ""
    prints: tuple[str, ...] = ()


def steps(page: str) -> Iterator[Step]:
    """Give the steps of a page, in order."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for block in _BLOCK.finditer(text):
        language, title, inside = block.groups()
        line = text[: block.start()].count("\n") + 1
        if title:
            yield Step(line, file=title, text=inside)
        elif language == "console":
            for part in re.split(r"^\$ ", inside, flags=re.MULTILINE)[1:]:
                command, *prints = part.splitlines()
                yield Step(line, command=command, prints=tuple(prints))


def matches(printed: str, prints: tuple[str, ...]) -> bool:
    """Whether this was printed; a line `…` stands for any lines, and `…` in a line for anything in it."""
    pattern = "".join(
        "(?:.*\n)*?" if line == "…" else f"{re.escape(line.rstrip()).replace('…', '.*')}[ ]*\n" for line in prints
    )
    return re.fullmatch(pattern, printed) is not None


def test_each_page_has_files_and_commands() -> None:
    for page in PAGES:
        made = list(steps(page))
        assert sum(bool(step.file) for step in made) >= 2, page
        assert sum(bool(step.command) for step in made) >= 2, page


def test_what_is_printed_is_compared() -> None:
    assert matches("one\ntwo 7\nthree\n", ("one", "two …", "three"))
    assert matches("one\ntwo\nthree\n", ("…", "three"))
    assert not matches("one\ntwo\n", ("one",))
    assert not matches("one\ntwo\n", ("…", "three", "…"))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_works_when_it_is_followed(tmp_path: Path, page: str) -> None:
    sandbox = Sandbox(tmp_path)
    folder = sandbox.folder
    for step in steps(page):
        where = f"{page}, line {step.line}: {step.file or step.command}"
        if step.file:
            (folder / step.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / step.file).write_text(step.text, encoding="utf-8")
            continue
        words = shlex.split(step.command)
        if words[0] == "cd":
            folder /= words[1]
            assert folder.is_dir(), where
            continue
        done = sandbox.run(*words, folder=folder)
        printed = done.stdout + done.stderr
        fails = any("failed" in line for line in step.prints)
        assert bool(done.returncode) == fails, f"{where}\n{printed}"
        if step.prints:
            assert matches(printed, step.prints), f"{where}\n{printed}"


@pytest.mark.parametrize("page", PAGES)
def test_its_python_is_python(page: str) -> None:
    for step in steps(page):
        if step.file.endswith(".py"):
            compile(step.text, step.file, "exec")


def test_every_block_of_python_is_written_to_a_file_or_run() -> None:
    for page in PAGES:
        for block in _BLOCK.finditer((DOCS / page).read_text(encoding="utf-8")):
            assert block[1] != "python" or block[2], f"{page}: {block[3][:60]}"
