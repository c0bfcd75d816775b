"""Games as text; `tests/cli/lab/test_stores.py` compares all formats."""

import json

from blackpeg.lab.experiment import Experiment, play_tasks
from blackpeg.lab.export import export_text
from blackpeg.lab.store import COLUMNS, Store


def test_a_game_is_a_row_of_csv_or_a_line_of_json(tmp_path):
    with Store(tmp_path / "lab.db") as store:
        store.add(play_tasks(Experiment("3x4", "random", count=2).tasks()), "abc", "here:1")
        rows = list(store.rows())
    heads, *lines = export_text(iter(rows), "csv").splitlines()
    assert heads == ",".join(COLUMNS)
    assert lines[0].startswith("3x4,random,uniform,0,0,") and len(lines) == 2
    game = json.loads(export_text(iter(rows), "jsonl").splitlines()[1])
    assert list(game) == list(COLUMNS)
    assert (game["number"], game["solved"], game["digest"]) == (1, True, "abc")
