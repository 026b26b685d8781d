"""A plugin that needs another version of the framework is left out before it is imported, and says which."""

from __future__ import annotations

from pathlib import Path

import pytest

import crazyeights
from crazyeights import load_plugins
from crazyeights.requirements import of_file, unmet
from crazyeights.version import version
from support_plugins import distribution, rule_source, write

BLOCK = '# /// script\n# requires-python = ">=3.11"\n# dependencies = [\n#   "crazyeights{wanted}",\n# ]\n# ///\n'


def test_the_version_is_the_one_that_the_package_names() -> None:
    assert version() == crazyeights.__version__


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("crazyeights", True),
        ("crazyeights>=0.1", True),
        ("crazyeights>=0.1,<0.2", True),
        ("Crazyeights ~= 0.1.0", True),
        ("crazyeights[plots]>=0.1", True),
        ("crazyeights>=0.2", False),
        ("crazyeights (<0.1)", False),
        ("crazyeights==1.*", False),
        ("crazyeights!=0.1.0", False),
        ("crazyeights>=9; python_version < '3'", True),
        ("crazyeights>=9; extra == 'next'", True),
        ("crazyeights>=9; python_version > '3'", False),
        ("crazyeights-more>=9", True),
        ("crazyeights_more>=9", True),
        ("crazyeights.more>=9", True),
        ("numpy>=9", True),
        ("crazyeights>=", False),
        ("", True),
    ],
)
def test_a_need_is_met_or_not(text: str, fits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crazyeights.requirements.version", lambda: "0.1.0")
    assert (unmet(["numpy", text]) is None) == fits


def test_a_later_beta_of_the_game_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crazyeights.requirements.version", lambda: "0.3.0b2")
    assert unmet(["crazyeights>=0.2"]) is None


@pytest.mark.parametrize(
    ("source", "needs"),
    [
        (BLOCK.format(wanted=">=2"), ["crazyeights>=2"]),
        ('"""Doc."""\n' + BLOCK.format(wanted="") + "import x\n", ["crazyeights"]),
        (BLOCK.format(wanted=">=2").replace("\n", "\r\n"), ["crazyeights>=2"]),
        ("x = 1\n", []),
        ('# /// script\n# dependencies = ["crazyeights>=2"\n# ///\n', []),
        ('# /// script\n# dependencies = "crazyeights>=2"\n# ///\n', []),
        ("# /// script\n# dependencies = [5]\n# ///\n", []),
        ('# /// script\n# dependencies = ["crazyeights>=2"]\n', []),
        ('x = """\n/// script\ndependencies = ["crazyeights>=2"]\n///\n"""\n', []),
    ],
)
def test_a_file_names_its_needs_in_comments_at_its_top(source: str, needs: list[str]) -> None:
    assert of_file(source.encode()) == needs


def test_a_file_for_another_version_is_left_out_before_it_runs(tmp_path: Path) -> None:
    bad = write(tmp_path, "future", BLOCK.format(wanted=">=99") + "raise RuntimeError('it was run')\n")
    good = write(tmp_path, "present", BLOCK.format(wanted=f"=={version()}") + rule_source("present"))
    registry = load_plugins([bad, good])
    (out,) = registry.left_out
    assert str(out) == (
        f"the plugin future ({bad}) is left out: it needs crazyeights >=99, but this is crazyeights {version()}"
    )
    assert "present" in registry.rules


def test_a_distribution_for_another_version_is_left_out_before_it_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribution(tmp_path, "future-rules", {"ce_future": "raise RuntimeError('it was run')"})
    distribution(tmp_path, "present-rules", {"ce_present": rule_source("present")})
    for name, need in (("future", "<0.0.1"), ("present", f">={version()}")):
        metadata = tmp_path / f"{name}_rules-1.0.dist-info" / "METADATA"
        metadata.write_text(
            f"Metadata-Version: 2.1\nName: {name}-rules\nVersion: 1.0\nRequires-Dist: numpy\n"
            f"Requires-Dist: crazyeights{need}\n",
            encoding="utf-8",
        )
    monkeypatch.syspath_prepend(tmp_path)
    registry = load_plugins()
    (out,) = registry.left_out
    assert (out.name, out.source) == ("ce-future", "future-rules 1.0")
    assert out.reason == f"it needs crazyeights <0.0.1, but this is crazyeights {version()}"
    assert "present" in registry.rules
