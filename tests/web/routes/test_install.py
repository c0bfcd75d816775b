"""The manifest, the icons and the service worker's script, as a browser asks for them."""

import io
import re
import shutil

import pytest
from PIL import Image, ImageChops
from web.in_process import Site

from blackpeg.web.routes.install import digest, list_offline_modules
from blackpeg.web.routes.pages import STATIC


@pytest.fixture(params=["", "/peg"], ids=["no root path", "root path"])
def rooted(request, tmp_path):
    running = Site(tmp_path / "data", root=request.param)
    yield running, request.param
    running.close()


def test_the_manifest_names_icons_of_their_sizes_below_the_root_path(rooted):
    site, root = rooted
    visitor = site.visitor()
    page = visitor.get(f"{root}/")
    assert f'<link rel="manifest" href="{root}/manifest.webmanifest">' in page.text
    assert "manifest-src 'self';" in page.headers["content-security-policy"]
    answer = visitor.get(f"{root}/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["name"] == "Blackpeg" and manifest["display"] == "standalone"
    assert manifest["start_url"] == manifest["scope"] == f"{root}/"
    purposes = set()
    for icon in manifest["icons"]:
        picture = visitor.get(icon["src"])
        assert picture.headers["content-type"] == icon["type"] == "image/png"
        image = Image.open(io.BytesIO(picture.content)).convert("RGBA")
        assert f"{image.width}x{image.height}" == icon["sizes"]
        if icon["purpose"] == "maskable":  # a device cuts a shape out of it: it is opaque up to its edges
            assert image.getchannel("A").getextrema() == (255, 255)
        purposes.add((icon["purpose"], image.width))
    assert purposes == {("any", 192), ("any", 512), ("maskable", 512)}
    assert visitor.get(re.search(r'rel="apple-touch-icon" href="([^"]+)"', page.text)[1]).status_code == 200


def test_what_a_maskable_icon_shows_is_within_the_circle_that_no_device_cuts_off():
    image = Image.open(STATIC / "icons" / "maskable-512.png").convert("RGB")
    ground = Image.new("RGB", image.size, image.getpixel((0, 0)))
    differs = ImageChops.difference(image, ground).convert("L").point(lambda value: 255 * (value > 4)).load()
    drawn = [(x, y) for x in range(512) for y in range(512) if differs[x, y]]
    assert len(drawn) > 20_000
    assert max((x - 255.5) ** 2 + (y - 255.5) ** 2 for x, y in drawn) <= (0.4 * 512) ** 2  # a diameter of 80 %


def test_the_service_worker_keeps_files_that_are_there(rooted):
    site, root = rooted
    visitor = site.visitor()
    answer = visitor.get(f"{root}/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["service-worker-allowed"] == (root or "/")  # also for the root path without a slash
    assert answer.headers["cache-control"] == "no-cache" and "{{" not in answer.text.split("\n", 3)[3]
    assert f'const ROOT = "{root}";' in answer.text and digest(STATIC) in answer.text
    for name in re.search(r'new Set\("([^"]+)"', answer.text)[1].split():
        assert visitor.get(f"{root}/static/{name}").status_code == 200
    for path in ("/", "/play/offline", "/learn", "/puzzles", "/offline"):
        assert visitor.get(root + path).status_code == 200


def test_all_scripts_that_are_loaded_later_are_kept():
    modules = list_offline_modules(STATIC)
    assert {"end", "offline_games", "feedback", "effects"} <= set(modules)  # all imported when they are needed
    assert not {"lab", "watch", "make"} & set(modules)


def test_the_digest_is_of_every_file_but_results(tmp_path):
    copy = tmp_path / "static"
    shutil.copytree(STATIC, copy)
    before = digest(copy)
    assert before == digest(STATIC)
    (copy / "results" / "overview.json").write_text("{}")
    assert digest(copy) == before
    for name in ("layout.html", "board.css", "service_worker.js"):
        old = digest(copy)
        (copy / name).write_text((copy / name).read_text() + " ")
        assert digest(copy) != old
    (copy / "pegs.js").rename(copy / "pages.js")
    assert digest(copy) != before
