"""A Pillow picture that is painted larger than it is shown, in points, and then made smaller, for smooth edges."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.shapes import Point
from crazyeights_arcade.theme import Colour

OVER: Final = 3
_Paint: TypeAlias = Callable[[ImageDraw.ImageDraw], None]
_NO_SIGN: Final = "\U0010fffe"  # no typeface has it
_FONTS: Final = "resources/system/fonts/ttf/Liberation"


@lru_cache(maxsize=1)
def _font_folder() -> Path | None:
    # Looked up, not imported: arcade brings the fonts, but importing it needs OpenGL.
    found = importlib.util.find_spec("arcade")
    for place in (found.submodule_search_locations or ()) if found is not None else ():
        folder = Path(place) / _FONTS
        if folder.is_dir():
            return folder
    return None


@lru_cache(maxsize=256)
def font(size: int, *, bold: bool = False, serif: bool = False) -> ImageFont.FreeTypeFont:
    """Give the typeface at a size in pixels.

    Args:
        size: the size.
        bold: whether it is the bold cut.
        serif: whether it is the one with serifs, for ornament only.
    """
    folder = _font_folder()
    name = f"Liberation_{'Serif' if serif else 'Sans'}_{'Bold' if bold else 'Regular'}.ttf"
    if folder is not None and (folder / name).is_file():
        return ImageFont.truetype(str(folder / name), max(size, 1))
    fallback = ImageFont.load_default(max(size, 1))
    assert isinstance(fallback, ImageFont.FreeTypeFont)
    return fallback


@lru_cache(maxsize=256)
def has_glyph(sign: str) -> bool:
    """Say whether the typeface has a sign, so that it can be written."""
    face = font(32, bold=True)
    return bytes(face.getmask(sign)) != bytes(face.getmask(_NO_SIGN))


class Canvas:
    """A picture in the making.

    Args:
        width, height: its size in points.
        ratio: how many pixels a point has.
        over: how much larger it is painted.
    """

    def __init__(self, width: float, height: float, ratio: float = 1.0, over: int = OVER) -> None:
        self.size = (max(round(width * ratio), 1), max(round(height * ratio), 1))
        self.ratio = ratio
        self._k = ratio * over
        self._over = over
        self.image = Image.new("RGBA", (self.size[0] * over, self.size[1] * over), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self.image)

    def finish(self) -> Image.Image:
        """Give the picture at the size in which it is shown."""
        if self._over == 1:
            return self.image
        # Premultiplied, else the colour of transparent pixels would show along the edges.
        return self.image.convert("RGBa").resize(self.size, Image.Resampling.BOX).convert("RGBA")

    def box(
        self,
        rect: Rect,
        fill: Colour | None = None,
        *,
        radius: float = 0.0,
        line: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Paint a rectangle with round corners; its line lies inside."""
        k = self._k
        shape = (rect.x * k, rect.y * k, rect.right * k - 1, rect.bottom * k - 1)
        self._over_paint(
            lambda draw: draw.rounded_rectangle(shape, radius * k, fill, line, max(round(width * k), 1) if line else 0),
            translucent=_translucent(fill) or _translucent(line),
        )

    def polygon(self, points: Iterable[Point], fill: Colour) -> None:
        """Paint a filled shape."""
        k = self._k
        outline = [(x * k, y * k) for x, y in points]
        self._over_paint(lambda draw: draw.polygon(outline, fill), translucent=_translucent(fill))

    def shape(
        self,
        polygons: Iterable[Sequence[Point]],
        x: float,
        y: float,
        size: float,
        fill: Colour,
        *,
        turned: bool = False,
    ) -> None:
        """Paint polygons that reach from -1 to 1, around a point, `size` times as large; `turned` upside down."""
        sign = -size if turned else size
        for outline in polygons:
            self.polygon([(x + px * sign, y + py * sign) for px, py in outline], fill)

    def disc(
        self, x: float, y: float, radius: float, fill: Colour | None, line: Colour | None = None, width: float = 1.0
    ) -> None:
        """Paint a circle."""
        self.ellipse(Rect.around(x, y, 2 * radius, 2 * radius), fill, line, width)

    def ellipse(self, rect: Rect, fill: Colour | None, line: Colour | None = None, width: float = 1.0) -> None:
        """Paint an ellipse into a rectangle."""
        k = self._k
        shape = (rect.x * k, rect.y * k, rect.right * k, rect.bottom * k)
        self._over_paint(
            lambda draw: draw.ellipse(shape, fill, line, max(round(width * k), 1) if line else 0),
            translucent=_translucent(fill) or _translucent(line),
        )

    def line(self, points: Iterable[Point], fill: Colour, width: float) -> None:
        """Paint a line through points."""
        k = self._k
        path = [(x * k, y * k) for x, y in points]
        self._over_paint(
            lambda draw: draw.line(path, fill, max(round(width * k), 1), joint="curve"), translucent=_translucent(fill)
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        fill: Colour,
        *,
        bold: bool = False,
        serif: bool = False,
        anchor: str = "lm",
        squeeze: float = 1.0,
    ) -> None:
        """Write a line of text; `anchor` is Pillow's, `squeeze` makes it narrower."""
        k = self._k
        face = font(round(size * k), bold=bold, serif=serif)
        if squeeze == 1.0:
            self._draw.text((x * k, y * k), words, fill, face, anchor=anchor)
            return
        left, top, right, bottom = face.getbbox(words, anchor=anchor)
        patch = Image.new("RGBA", (max(round(right - left), 1), max(round(bottom - top), 1)), (*fill[:3], 0))
        ImageDraw.Draw(patch).text((-left, -top), words, fill, face, anchor=anchor)
        patch = patch.resize((max(round(patch.width * squeeze), 1), patch.height), Image.Resampling.LANCZOS)
        self._lay(patch, round(x * k + left * squeeze), round(y * k + top))

    def glyph(self, x: float, y: float, sign: str, size: float, fill: Colour, *, turned: bool = False) -> None:
        """Write a sign so that it fills a square around a point, `size` being half the square's side."""
        side = max(round(2 * size * self._k), 1)
        face = font(side, bold=True)
        left, top, right, bottom = face.getbbox(sign)
        wide, high = max(right - left, 1), max(bottom - top, 1)
        patch = Image.new("RGBA", (round(wide), round(high)), (*fill[:3], 0))
        ImageDraw.Draw(patch).text((-left, -top), sign, fill, face)
        part = side / max(wide, high)
        patch = patch.resize((max(round(wide * part), 1), max(round(high * part), 1)), Image.Resampling.LANCZOS)
        if turned:
            patch = patch.transpose(Image.Transpose.ROTATE_180)
        self._lay(patch, round(x * self._k - patch.width / 2), round(y * self._k - patch.height / 2))

    def _lay(self, patch: Image.Image, x: int, y: int) -> None:
        """Lay a picture over this one, as far as it lies inside."""
        inside = patch.crop((max(-x, 0), max(-y, 0), patch.width, patch.height))
        self.image.alpha_composite(inside, (max(x, 0), max(y, 0)))

    def shadow(self, rect: Rect, radius: float, blur: float, alpha: float, dy: float = 0.0) -> None:
        """Paint a soft shadow under a rectangle."""
        mask = Image.new("L", self.image.size, 0)
        k = self._k
        shape = (rect.x * k, (rect.y + dy) * k, rect.right * k, (rect.bottom + dy) * k)
        ImageDraw.Draw(mask).rounded_rectangle(shape, radius * k, fill=round(255 * alpha))
        mask = mask.filter(ImageFilter.BoxBlur(blur * k / 2)).filter(ImageFilter.BoxBlur(blur * k / 2))
        dark = Image.new("RGBA", self.image.size, (0, 0, 0, 255))
        dark.putalpha(mask)
        self.image.alpha_composite(dark)

    def paste(self, other: Canvas, x: float = 0.0, y: float = 0.0) -> None:
        """Lay another canvas of the same enlargement over this one."""
        self.image.alpha_composite(other.image, (round(x * self._k), round(y * self._k)))

    def turned(self) -> Canvas:
        """Give this picture upside down."""
        new = Canvas(self.size[0] / self.ratio, self.size[1] / self.ratio, self.ratio, self._over)
        new.image = self.image.transpose(Image.Transpose.ROTATE_180)
        new._draw = ImageDraw.Draw(new.image)
        return new

    def clip(self, points: Iterable[Point]) -> None:
        """Make everything outside a polygon transparent."""
        k = self._k
        mask = Image.new("L", self.image.size, 0)
        ImageDraw.Draw(mask).polygon([(x * k, y * k) for x, y in points], fill=255)
        self._cut(mask)

    def clip_box(self, rect: Rect, radius: float) -> None:
        """Make everything outside a rectangle with round corners transparent."""
        k = self._k
        mask = Image.new("L", self.image.size, 0)
        shape = (rect.x * k, rect.y * k, rect.right * k - 1, rect.bottom * k - 1)
        ImageDraw.Draw(mask).rounded_rectangle(shape, radius * k, fill=255)
        self._cut(mask)

    def _cut(self, mask: Image.Image) -> None:
        self.image.putalpha(ImageChops.multiply(self.image.getchannel("A"), mask))

    def _over_paint(self, paint: _Paint, *, translucent: bool) -> None:
        if not translucent:
            paint(self._draw)
            return
        # ImageDraw replaces pixels; what is translucent has to be mixed in.
        layer = Image.new("RGBA", self.image.size, (0, 0, 0, 0))
        paint(ImageDraw.Draw(layer))
        self.image.alpha_composite(layer)


def _translucent(colour: Colour | None) -> bool:
    return colour is not None and colour[3] < 255
