"""What makes the web app one that can be installed and opened without its server: manifest, icons, service worker."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from fastapi import FastAPI
from starlette.responses import JSONResponse, Response

from ... import __version__
from ...puzzles.deduction_puzzles import PUZZLES_FILE
from ..languages import catalogs

OFFLINE_PAGES = "play", "learn", "puzzles", "offline"  # which are opened without the server
OTHER_FILES = "theme.js", "style.css", "board.css", "people.css", "settings.css", "icon.svg", PUZZLES_FILE.name
ICONS = {"icon-192": "any", "icon-512": "any", "maskable-512": "maskable"}
NO_CACHE = {"Cache-Control": "no-cache"}  # browsers ask each time whether it has changed


def add_install(app: FastAPI, root: str, static: Path) -> None:
    """Adds the manifest and the service worker to the app; both are about all that is below the root path."""
    script = write_service_worker(root, static)
    manifest = {
        "name": "Blackpeg", "short_name": "Blackpeg", "description": "Play Mastermind, also without a network.",
        "id": f"{root}/", "start_url": f"{root}/", "scope": f"{root}/", "display": "standalone",
        "theme_color": "#33281f", "background_color": "#f3ede2", "categories": ["games"],
        "icons": [
            {
                "src": f"{root}/static/icons/{name}.png", "type": "image/png", "purpose": purpose,
                "sizes": "{0}x{0}".format(name.partition("-")[2]),
            }
            for name, purpose in ICONS.items()
        ],
    }  # fmt: skip

    async def show_manifest() -> Response:
        return JSONResponse(manifest, headers=NO_CACHE, media_type="application/manifest+json")

    async def show_service_worker() -> Response:
        return Response(
            script, headers={**NO_CACHE, "Service-Worker-Allowed": root or "/"}, media_type="text/javascript"
        )

    for path, show in (("/manifest.webmanifest", show_manifest), ("/sw.js", show_service_worker)):
        app.add_api_route(path, show, methods=["GET", "HEAD"], include_in_schema=False)


def write_service_worker(root: str, static: Path) -> str:
    """The script of the service worker, with what it keeps, and with the digest after which its cache is named."""
    files = [*(f"{name}.js" for name in list_offline_modules(static)), *OTHER_FILES]
    text = (static / "service_worker.js").read_text(encoding="utf-8")
    for key, value in {"root": root, "digest": digest(static), "files": " ".join(files)}.items():
        text = text.replace("{{" + key + "}}", value)
    return text


def digest(static: Path) -> str:
    """A digest of the version and of every file that pages are made of or load; results of the lab are not kept."""
    found = sha256(__version__.encode())
    for path in (*sorted(catalogs.FOLDER.glob("*.json")), PUZZLES_FILE):
        found.update(path.read_bytes())
    for path in sorted(static.rglob("*")):
        name = path.relative_to(static)
        if path.is_file() and name.parts[0] != "results":
            found.update(f"\n{name.as_posix()} {sha256(path.read_bytes()).hexdigest()}".encode())
    return found.hexdigest()[:16]


def list_offline_modules(static: Path) -> list[str]:
    """The scripts of the pages that are opened without the server, with those that they load later."""
    found = list(OFFLINE_PAGES)
    for module in found:
        text = (static / f"{module}.js").read_text(encoding="utf-8")
        found += [one for one in dict.fromkeys(re.findall(r'"\./(\w+)\.js"', text)) if one not in found]
    return found
