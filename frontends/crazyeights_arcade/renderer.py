"""Paints a screen's items with OpenGL: pictures are packed into one sheet, and a frame is a handful of draw calls.

A picture is painted once with Pillow, at the pixel size in which it is shown, and kept until the sheet is full or the
looks change.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import arcade.gl
from PIL import Image

from crazyeights_arcade.damage import bounds_of, damaged, overlap
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.pictures import Brush, Item, Picture

_VERTEX: Final = """
#version 330
uniform vec2 window;
in vec2 in_place;
in vec2 in_uv;
in float in_alpha;
out vec2 uv;
out float alpha;
void main() {
    gl_Position = vec4(in_place.x / window.x * 2.0 - 1.0, 1.0 - in_place.y / window.y * 2.0, 0.0, 1.0);
    uv = in_uv;
    alpha = in_alpha;
}
"""
_FRAGMENT: Final = """
#version 330
uniform sampler2D sheet;
in vec2 uv;
in float alpha;
out vec4 colour;
void main() {
    // The sheet's colours are multiplied by their alpha, so that edges stay clean when they are scaled.
    colour = texture(sheet, uv) * alpha;
}
"""
_FLOATS: Final = 5
_EDGE: Final = 1
_PAGES: Final = 12
_LARGE: Final = 40_000_000


@dataclass(slots=True)
class _Page:
    """A texture, filled from above in shelves."""

    texture: arcade.gl.Texture2D
    size: int
    x: int = 0
    y: int = 0
    shelf: int = 0

    def place(self, width: int, height: int) -> tuple[int, int] | None:
        """Give room for a picture, or None if there is none left."""
        if self.x + width > self.size:
            self.x, self.y, self.shelf = 0, self.y + self.shelf, 0
        if self.y + height > self.size or width > self.size:
            return None
        place = (self.x, self.y)
        self.x += width
        self.shelf = max(self.shelf, height)
        return place


@dataclass(frozen=True, slots=True)
class _Patch:
    """Where a picture is: its texture, its corners in it, and its size in pixels."""

    texture: arcade.gl.Texture2D
    uv: tuple[float, float, float, float]
    width: int
    height: int


class Renderer:
    """Paints items into the window.

    Args:
        context: the window's OpenGL.
        page: the side of the sheet in pixels, at most as large as the graphics card allows.
    """

    def __init__(self, context: arcade.gl.Context, page: int = 1024) -> None:
        self._context = context
        self._side = min(page, context.info.MAX_TEXTURE_SIZE)
        self._program = context.program(vertex_shader=_VERTEX, fragment_shader=_FRAGMENT)
        self._buffer = context.buffer(reserve=6 * _FLOATS * 4 * 256)
        self._geometry = self._make_geometry()
        self._brush: Brush | None = None
        self._patches: dict[Picture, _Patch] = {}
        self._pages: list[_Page] = []
        self._large = 0  # pixels of the pictures that have a texture of their own
        self._canvas: arcade.gl.Framebuffer | None = None
        self._last: tuple[Item, ...] | None = None

    def _make_geometry(self) -> arcade.gl.Geometry:
        description = arcade.gl.BufferDescription(self._buffer, "2f 2f 1f", ["in_place", "in_uv", "in_alpha"])
        return self._context.geometry([description], mode=self._context.TRIANGLES)

    def forget(self) -> None:
        """Paint all pictures anew from now on."""
        self._patches.clear()
        self._pages.clear()
        self._large = 0
        self._last = None

    def draw(self, items: Sequence[Item], size: tuple[int, int], brush: Brush) -> None:
        """Paint a screen; only where it differs from the last one is anything painted again.

        Args:
            items: what is to be seen, from below; the first covers the window.
            size: the window in points.
            brush: the looks; other ones than the last time have all pictures painted anew.
        """
        if brush != self._brush or len(self._pages) > _PAGES or self._large > _LARGE:
            # The sheet has more than any one screen can need: what was shown earlier goes.
            self.forget()
            self._brush = brush
        pixels = (max(round(size[0] * brush.ratio), 1), max(round(size[1] * brush.ratio), 1))
        window = Rect(0, 0, *size)
        if self._canvas is None or self._canvas.size != pixels:
            self._canvas = self._context.framebuffer(color_attachments=[self._texture(pixels, None)])
            self._last = None
        rects = [window] if self._last is None else damaged(self._last, items, window)
        self._last = tuple(items)
        canvas = self._canvas
        canvas.use(force=True)
        for rect in rects:
            left, right = max(math.floor(rect.x * brush.ratio), 0), min(math.ceil(rect.right * brush.ratio), pixels[0])
            top, bottom = max(math.floor(rect.y * brush.ratio), 0), min(math.ceil(rect.bottom * brush.ratio), pixels[1])
            if left >= right or top >= bottom:
                continue
            canvas.scissor = (left, pixels[1] - bottom, right - left, bottom - top)
            self._paint([item for item in items if overlap(rect, bounds_of(item))], size, brush)
        canvas.scissor = None
        self._show(canvas)

    def _show(self, canvas: arcade.gl.Framebuffer) -> None:
        """Copy the finished picture to the window."""
        self._context.copy_framebuffer(canvas, self._context.screen)
        self._context.screen.use(force=True)

    def prepare(self, pictures: Iterable[Picture], brush: Brush) -> bool:
        """Paint one picture that is not painted yet; for idle moments.

        Returns:
            Whether there was one.
        """
        if brush != self._brush:
            return False
        for picture in pictures:
            if picture not in self._patches:
                self._take(picture, brush)
                return True
        return False

    def _take(self, picture: Picture, brush: Brush) -> _Patch:
        image = picture.paint(brush)
        patch = self._store(image)
        self._patches[picture] = patch
        return patch

    def _store(self, image: Image.Image) -> _Patch:
        width, height = image.size
        data = image.convert("RGBa").tobytes()
        if max(width, height) > self._side // 2:
            # The felt and other large pictures have a texture of their own.
            texture = self._texture((width, height), data)
            self._large += width * height
            return _Patch(texture, (0.0, 0.0, 1.0, 1.0), width, height)
        # With a transparent edge, so that a turned picture's border is as smooth as what is inside.
        wide, high = width + 2 * _EDGE, height + 2 * _EDGE
        place = self._pages[-1].place(wide, high) if self._pages else None
        if place is None:
            self._pages.append(_Page(self._texture((self._side, self._side), None), self._side))
            place = self._pages[-1].place(wide, high)
            assert place is not None
        page = self._pages[-1]
        page.texture.write(data, viewport=(place[0] + _EDGE, place[1] + _EDGE, width, height))
        left, top = place[0] / page.size, place[1] / page.size
        return _Patch(page.texture, (left, top, left + wide / page.size, top + high / page.size), wide, high)

    def _texture(self, size: tuple[int, int], data: bytes | None) -> arcade.gl.Texture2D:
        empty = data if data is not None else bytes(size[0] * size[1] * 4)
        linear = (self._context.LINEAR, self._context.LINEAR)
        edge = self._context.CLAMP_TO_EDGE
        return self._context.texture(size, components=4, data=empty, filter=linear, wrap_x=edge, wrap_y=edge)

    def _paint(self, items: Sequence[Item], size: tuple[int, int], brush: Brush) -> None:
        vertices = array("f")
        runs: list[tuple[arcade.gl.Texture2D, int]] = []
        for item in items:
            if item.alpha <= 0:
                continue
            patch = self._patches.get(item.picture) or self._take(item.picture, brush)
            _quad(vertices, item, patch, brush.ratio)
            if runs and runs[-1][0] is patch.texture:
                runs[-1] = (patch.texture, runs[-1][1] + 6)
            else:
                runs.append((patch.texture, 6))
        if not vertices:
            return
        data = vertices.tobytes()
        if len(data) > self._buffer.size:
            self._buffer = self._context.buffer(reserve=2 * len(data))
            self._geometry = self._make_geometry()
        self._buffer.write(data)
        context = self._context
        context.enable(context.BLEND)
        context.blend_func = (context.ONE, context.ONE_MINUS_SRC_ALPHA)
        self._program["window"] = size
        first = 0
        for texture, count in runs:
            texture.use(0)
            self._geometry.render(self._program, first=first, vertices=count)
            first += count
        context.blend_func = context.BLEND_DEFAULT


def _quad(vertices: array[float], item: Item, patch: _Patch, ratio: float) -> None:
    w, h = patch.width / ratio * item.wide / 2, patch.height / ratio * item.high / 2
    x, y = item.x, item.y
    left, top, right, bottom = patch.uv
    alpha = item.alpha
    if item.angle:
        turn = math.radians(item.angle)
        cos, sin = math.cos(turn), math.sin(turn)
        ax, ay, bx, by = w * cos, w * sin, -h * sin, h * cos
        x1, y1, x2, y2 = x - ax - bx, y - ay - by, x + ax - bx, y + ay - by
        x3, y3, x4, y4 = x + ax + bx, y + ay + by, x - ax + bx, y - ay + by
    else:
        if item.wide == 1.0 and item.high == 1.0:
            # On whole pixels: else text would be blurred and lose its uppermost row.
            x = round((x - w) * ratio) / ratio + w
            y = round((y - h) * ratio) / ratio + h
        x1, y1, x2, y2 = x - w, y - h, x + w, y - h
        x3, y3, x4, y4 = x + w, y + h, x - w, y + h
    vertices.extend(
        (
            x1, y1, left, top, alpha,
            x2, y2, right, top, alpha,
            x3, y3, right, bottom, alpha,
            x1, y1, left, top, alpha,
            x3, y3, right, bottom, alpha,
            x4, y4, left, bottom, alpha,
        )
    )  # fmt: skip
