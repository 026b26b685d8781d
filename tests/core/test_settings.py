"""Settings last, never stop a game, and never lose what somebody else wrote."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crazyeights import OptionError, UnknownNameError
from crazyeights.settings import SETTINGS, Settings


def test_without_a_file_the_defaults_hold_and_nothing_is_made(tmp_path: Path) -> None:
    loaded = Settings.load(tmp_path / "none")
    assert loaded.warning is None
    assert {name: loaded[name] for name in loaded} == {name: setting.default for name, setting in SETTINGS.items()}
    assert not loaded.given("pace")
    assert loaded.save() is None
    assert not (tmp_path / "none").exists()


def test_what_is_set_lasts(tmp_path: Path) -> None:
    first = Settings.load(tmp_path / "made" / "by" / "saving")
    first.set("deck_colours", "four")
    first.set("pace", 2)
    first.set("ai", ["greedy"])
    first.set("sound", False)
    assert first.save() is None
    again = Settings.load(tmp_path / "made" / "by" / "saving")
    assert again.text("deck_colours") == "four"
    assert again.number("pace") == 2.0
    assert again.texts("ai") == ("greedy",)
    assert again.flag("sound") is False
    assert again.given("pace")


def test_unknown_keys_and_tables_stay_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('pace = 1.5\nfuture = "x"\n[plugin.stranger]\ncolour = "mauve"\n', encoding="utf-8")
    loaded = Settings.load(tmp_path)
    loaded.set("sort", "rank")
    assert loaded.save() is None
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {
        "pace": 1.5,
        "future": "x",
        "plugin": {"stranger": {"colour": "mauve"}},
        "sort": "rank",
    }


def test_what_another_program_wrote_meanwhile_stays(tmp_path: Path) -> None:
    one, other = Settings.load(tmp_path), Settings.load(tmp_path)
    one.set("sort", "rank")
    other.set("theme", "light")
    assert one.save() is None
    assert other.save() is None
    assert tomllib.loads((tmp_path / "settings.toml").read_text(encoding="utf-8")) == {"sort": "rank", "theme": "light"}


@pytest.mark.parametrize("text", ["pace = = 3", "\xff\xfe\x00", "[unclosed", "a = 1\na = 2"])
def test_a_file_that_is_no_toml_is_told_in_one_line_and_put_aside(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(text.encode("latin-1"))
    loaded = Settings.load(tmp_path)
    assert loaded.warning is not None
    assert "\n" not in loaded.warning
    assert str(file) in loaded.warning
    assert loaded.number("pace") == SETTINGS["pace"].default
    loaded.set("sort", "rank")
    assert loaded.save() is None
    assert (tmp_path / "settings.toml.broken-1").read_bytes() == text.encode("latin-1")
    assert Settings.load(tmp_path).text("sort") == "rank"


def test_a_value_that_can_t_be_is_told_and_only_that_one_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('pace = "quick"\nsort = "rank"\n', encoding="utf-8")
    loaded = Settings.load(tmp_path)
    assert loaded.warning is not None
    assert "pace can't be 'quick'; it is a number from 0 to 5" in loaded.warning
    assert loaded.number("pace") == SETTINGS["pace"].default
    assert loaded.text("sort") == "rank"


def test_a_folder_that_can_t_be_written_is_told_and_the_setting_holds(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    loaded = Settings.load(tmp_path / "file" / "crazyeights")
    loaded.set("sort", "rank")
    problem = loaded.save()
    assert problem is not None
    assert "can't be kept" in problem
    assert loaded.text("sort") == "rank"
    assert loaded.save() is not None, "it is tried again, and told again"


def test_an_override_is_for_this_time(tmp_path: Path) -> None:
    loaded = Settings.load(tmp_path)
    loaded.override("pace", 0)
    loaded.set("sort", "rank")
    assert loaded.number("pace") == 0.0
    assert loaded.save() is None
    assert Settings.load(tmp_path).number("pace") == SETTINGS["pace"].default


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pace", -0.1),
        ("pace", float("nan")),
        ("pace", True),
        ("players", 2.5),
        ("players", True),
        ("volume", 101),
        ("sort", "colour"),
        ("sound", 1),
        ("ai", "greedy"),
        ("ai", [1]),
        ("card_back", 3),
    ],
)
def test_values_are_checked(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=f"^{name} can't be "):
        Settings().set(name, value)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="deck_colours"):
        Settings().set("deck_colour", "two")
    with pytest.raises(UnknownNameError):
        Settings().override("x", 1)
    with pytest.raises(KeyError):
        Settings()["x"]


def test_choices_and_switches_go_round() -> None:
    changed = Settings()
    assert [changed.cycle("deck_colours") for _ in range(3)] == ["four", "mono", "two"]
    assert [changed.cycle("sound") for _ in range(2)] == [False, True]


def test_a_plain_mapping_becomes_settings_and_settings_stay_what_they_are() -> None:
    taken = Settings.of({"sort": "rank", "pace": "never", "other": 1})
    assert taken.text("sort") == "rank"
    assert taken.number("pace") == SETTINGS["pace"].default
    assert Settings.of(taken) is taken


VALUES = st.recursive(
    st.booleans() | st.integers(-(2**60), 2**60) | st.text(max_size=10) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(document=st.dictionaries(st.sampled_from([*SETTINGS, "a", "b"]), VALUES, max_size=6))
def test_any_document_can_be_read_and_none_of_its_other_keys_is_lost(
    tmp_path: Path, document: dict[str, object]
) -> None:
    import tomli_w

    file = tmp_path / "settings.toml"
    file.write_text(tomli_w.dumps(document), encoding="utf-8")
    written = tomllib.loads(file.read_text(encoding="utf-8"))
    loaded = Settings.load(tmp_path)
    loaded.set("sort", "rank")
    assert loaded.save() is None
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {**written, "sort": "rank"}
