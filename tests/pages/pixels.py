"""The pixels of a screenshot, which the browser itself reads."""

from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

# In canvas and back as base64: a list of so many numbers would take seconds.
_READ = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const { width, height } = picture
  const canvas = new OffscreenCanvas(width, height).getContext('2d')
  canvas.drawImage(picture, 0, 0)
  const { data } = canvas.getImageData(0, 0, width, height)
  const alphas = new Uint8Array(width * height)
  for (let at = 0; at < alphas.length; at++) alphas[at] = data[4 * at + 3]
  const reader = new FileReader()
  await new Promise((done) => { reader.onload = done; reader.readAsDataURL(new Blob([alphas])) })
  return { width, alphas: reader.result.split(',')[1] }
}"""


def alphas(page: Page, png: bytes) -> Callable[[int, int], int]:
    """Return how much each pixel of a PNG hides of what lies below, 0 to 255, by x and y."""
    read: dict[str, Any] = page.evaluate(_READ, b64encode(png).decode())
    width, found = read["width"], b64decode(read["alphas"])
    return lambda x, y: found[y * width + x]
