"""Texts in scripts, where each stands in a call such as t("Play") or withNodes("The code was {code}", { code })."""

from __future__ import annotations

import json
import re
from pathlib import Path

CALL = re.compile(r'\b(?:t|withNodes)\(\s*("(?:[^"\\\n]|\\.)*")')
IMPORT = re.compile(r'^(?:import|} from|import .* from) "\./(\w+)\.js";', re.M)
LATER = re.compile(r'\bimport\("\./(\w+)\.js"\)')


def script_keys(script: str) -> list[str]:
    """The keys of all texts in a script."""
    return [json.loads(found) for found in CALL.findall(script)]


def list_modules(folder: Path, name: str, later: bool = False) -> list[str]:
    """The scripts that a script imports, directly or not; with `later` also those loaded only when needed."""
    found = [name]
    for module in found:
        text = (folder / f"{module}.js").read_text(encoding="utf-8")
        imported = IMPORT.findall(text) + (LATER.findall(text) if later else [])
        found += [one for one in dict.fromkeys(imported) if one not in found]
    return found[1:]
