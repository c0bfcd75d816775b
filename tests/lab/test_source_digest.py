"""Digests of the code that plays a strategy."""

from blackpeg.lab.source_digest import source_digest


def test_the_digest_depends_on_the_strategys_file_and_on_the_trees_it_reads():
    assert source_digest("random", "4x6") == source_digest("next_higher", "4x7")  # one file
    assert source_digest("random", "4x6") != source_digest("entropy", "4x6")
    assert source_digest("needle", "4x6") != source_digest("needle", "4x7")  # another tree
