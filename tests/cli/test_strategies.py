"""`blackpeg strategies`: the table of contents."""

from __future__ import annotations

from cli.commands import Terminal, output, output_json


def test_strategies() -> None:
    table = output_json("strategies")
    assert all(list(row) == ["name", "kind", "source"] for row in table)
    kinds = {row["name"]: row["source"] for row in table}
    assert kinds["minimax"] == "Knuth 1977"
    lines = output("strategies").splitlines()
    assert [line.split()[0] for line in lines] == list(kinds)
    assert all(line.endswith(source) for line, source in zip(lines, kinds.values(), strict=True))


def test_lines_fit_a_terminal() -> None:
    shown = Terminal("strategies").until()
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert " ".join(shown.split()) == " ".join(output("strategies").split())  # nothing is lost
