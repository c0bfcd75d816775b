"""What commands share: writing a file as a whole, or refusing to before the work begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackpeg import BlackpegError
from blackpeg.cli.options import check_writable, write_file


def test_a_file_is_written_through_links(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    link.symlink_to(target)
    write_file(str(link), "2x2\n")
    assert link.is_symlink()
    assert target.read_text() == "2x2\n"


@pytest.mark.parametrize("path", ["/no/such/folder/tree", "/"])
def test_a_file_that_can_not_be_written_is_refused(path: str) -> None:
    with pytest.raises(BlackpegError, match=f"{path} can't be written"):
        check_writable(path)
    with pytest.raises(BlackpegError, match=f"{path} can't be written"):
        write_file(path, "")
