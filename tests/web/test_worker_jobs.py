"""What workers compute: no parameter of a strategy lets a visitor open a file."""

import builtins
import io
from dataclasses import fields

import pytest

from blackpeg import BlackpegError, Game, Position
from blackpeg.strategies import STRATEGIES, class_of
from blackpeg.web.worker_jobs import next_guess


@pytest.mark.parametrize("name", STRATEGIES)
def test_no_parameter_of_a_strategy_is_opened_as_a_file(name, monkeypatch, tmp_path):
    opened, really = [], open
    for module in (io, builtins):
        monkeypatch.setattr(
            module, "open", lambda file, *rest, **options: opened.append(file) or really(file, *rest, **options)
        )
    path = tmp_path / "file"
    for field in fields(class_of(name)):
        if field.default is None or isinstance(field.default, str):
            with pytest.raises(BlackpegError):
                next_guess(Position(Game(4, 6)), f"{name}({field.name}='{path}')", 1, 0)
    assert str(path) not in map(str, opened)
