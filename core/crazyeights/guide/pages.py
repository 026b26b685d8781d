"""What a guide is made of, and how it becomes plain text."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the guide: a title and its paragraphs, none of which holds a line break."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    """The rules in force, explained.

    Attributes:
        title: the variant and what was changed about it.
        sections: the rules, from the aim to the points; the last one lists the rules and options in force.
        questions: questions that come up in play, each with its answer.
    """

    title: str
    sections: tuple[Section, ...]
    questions: tuple[tuple[str, str], ...]


def render(guide: Guide, width: int = 79, *, with_questions: bool = True) -> str:
    """Give the guide as plain text.

    Args:
        guide: the guide.
        width: how long a line may be; a longer word is not broken.
        with_questions: whether the questions follow after the rules.
    """
    width = max(20, width)
    lines = [*_wrap(f"The rules of {guide.title}", width), ""]
    for section in guide.sections:
        lines += [section.title, "-" * len(section.title)]
        for paragraph in section.paragraphs:
            lines += _wrap(paragraph, width)
        lines.append("")
    if with_questions:
        lines += ["Questions", "---------"]
        for question, answer in guide.questions:
            lines += [*_wrap(question, width), *(f"  {line}" for line in _wrap(answer, width - 2))]
    return "\n".join(lines).rstrip("\n")


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
