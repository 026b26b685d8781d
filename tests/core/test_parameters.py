"""The parameters of strategies: what may be written for them."""

from __future__ import annotations

from typing import Any

import pytest

from crazyeights import OptionError, Parameter

WHOLE = Parameter("depth", 5, low=0, high=100)
UNBOUNDED = Parameter("depth", 5)
NUMBER = Parameter("share", 0.5, low=0)


@pytest.mark.parametrize(
    ("parameter", "value", "parsed"),
    [
        (WHOLE, "7", 7),
        (WHOLE, " 100 ", 100),
        (WHOLE, 0, 0),
        (UNBOUNDED, "-3", -3),
        (NUMBER, "0.25", 0.25),
        (NUMBER, 2, 2.0),
        (Parameter("loud", True), "no", False),
        (Parameter("mode", "a", choices=("a", "b")), "b", "b"),
    ],
)
def test_a_value_is_read_in_the_type_of_the_default(parameter: Parameter, value: Any, parsed: object) -> None:
    read = parameter.parse(value)
    assert read == parsed
    assert type(read) is type(parameter.default)


@pytest.mark.parametrize(
    "value", ["1_0", "٣", "9" * 400, "9" * 5000, "1e2", "nan", "", 2.7, float("inf"), True, None, []]
)
def test_what_is_no_whole_number_is_refused(value: Any) -> None:
    with pytest.raises(OptionError, match="it is a whole number"):
        UNBOUNDED.parse(value)


@pytest.mark.parametrize("value", ["1_0", "nan", "inf", "1e400", "x", "-1", float("nan"), 10**400, False, None, []])
def test_what_is_no_number_is_refused(value: Any) -> None:
    with pytest.raises(OptionError, match="it is a number, at least 0"):
        NUMBER.parse(value)
