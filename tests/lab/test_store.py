"""One SQLite file: the task is the key, nothing written is lost, failures are one sentence."""

import os
import sqlite3
import stat
from contextlib import closing

import pytest

from blackpeg import BlackpegError
from blackpeg.lab.experiment import Experiment, Record, Series, Task, play_tasks
from blackpeg.lab.store import COLUMNS, Store

EXPERIMENT = Experiment(("4x6",), ("random", "next_higher"), count=10)


@pytest.fixture
def records():
    return list(play_tasks(EXPERIMENT.tasks()))


def test_what_is_written_is_read_and_not_missing(tmp_path, records):
    with Store(tmp_path / "lab.db") as store:
        assert len(list(store.missing(EXPERIMENT.tasks()))) == 20
        store.add(records[:7], "abc", "here:1")
        assert [str(t) for t in store.missing(EXPERIMENT.tasks())] == [str(r.task) for r in records[7:]]
        store.add(records, "abc", "here:1")
        assert list(store.missing(EXPERIMENT.tasks())) == []
        rows = list(store.rows())
    assert len(rows) == 20
    first = dict(zip(COLUMNS, rows[0], strict=True))
    assert first["secret"] == records[0].secret
    assert first["guesses"] == records[0].guesses
    assert (first["digest"], first["worker"]) == ("abc", "here:1")


def test_a_record_that_is_there_stays_as_it_is(tmp_path, records):
    with Store(tmp_path / "lab.db") as store:
        store.add(records[:1], "old", "w")
        store.add(records[:2], "new", "w")
        assert store.digests(records[0].task.series) == {"old": 1, "new": 1}
        assert store.delete(records[0].task.series) == 2
        assert store.digests(records[0].task.series) == {}


def test_the_file_is_in_wal_mode_and_can_be_read_while_it_is_written(tmp_path, records):
    with Store(tmp_path / "lab.db") as store, Store(tmp_path / "lab.db", write=False) as reader:
        store.add(records[:3], "abc", "w")
        assert sum(count for _, count, _ in reader.series()) == 3
        assert sqlite3.connect(tmp_path / "lab.db").execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_secrets_of_a_list_are_part_of_the_key(tmp_path):
    one = Experiment(("4x6",), ("random",), secrets="list", codes=("1123", "6543"))
    two = Experiment(("4x6",), ("random",), secrets="list", codes=("6543", "1123"))
    with Store(tmp_path / "lab.db") as store:
        store.add(play_tasks(one.tasks()), "abc", "w")
        assert len(list(store.missing(one.tasks()))) == 0
        assert len(list(store.missing(two.tasks()))) == 2


def test_merge_takes_what_is_new(tmp_path, records):
    with Store(tmp_path / "a.db") as a:
        a.add(records[:12], "abc", "w")
    with Store(tmp_path / "b.db") as b:
        b.add(records[8:], "abc", "w")
        assert b.merge(tmp_path / "a.db") == 8
        assert b.merge(tmp_path / "a.db") == 0
        assert list(b.missing(EXPERIMENT.tasks())) == []


def test_no_store_to_read(tmp_path):
    with pytest.raises(BlackpegError, match="there is no store"):
        Store(tmp_path / "none.db", write=False)


def test_a_file_that_is_no_store(tmp_path):
    (tmp_path / "text.db").write_text("these are not the bytes of a database, by far" * 100)
    with pytest.raises(BlackpegError, match="can't be used"):
        Store(tmp_path / "text.db")


def test_a_folder_is_no_store(tmp_path):
    with pytest.raises(BlackpegError, match="can't be used"):
        Store(tmp_path)


def test_a_store_of_a_later_version_is_refused(tmp_path):
    Store(tmp_path / "lab.db").__exit__(None, None, None)
    db = sqlite3.connect(tmp_path / "lab.db")
    db.execute("PRAGMA user_version=99")
    db.commit()
    db.close()
    with pytest.raises(BlackpegError, match="version 99"):
        Store(tmp_path / "lab.db")


def test_a_full_disk_is_one_sentence_and_loses_nothing_written(tmp_path, records):
    """SQLite's own limit on pages stands for a disk that is full: the same error, from the same place."""
    with Store(tmp_path / "lab.db") as store:
        store.add(records[:5], "abc", "w")
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count={pages}")
        many = [record._replace(task=record.task._replace(number=k)) for k in range(2000) for record in records[:1]]
        with pytest.raises(BlackpegError, match=r"disk is full; what was written before is kept"):
            store.add(many, "abc", "w")
        assert len(list(store.rows())) == 5


def test_a_read_only_file_is_one_sentence(tmp_path, records):
    with Store(tmp_path / "lab.db") as store:
        store.add(records[:5], "abc", "w")
    os.chmod(tmp_path / "lab.db", stat.S_IRUSR)
    db = sqlite3.connect(f"file:{tmp_path}/lab.db?immutable=1", uri=True)  # root may write anything, so ask SQLite
    store = Store(tmp_path / "lab.db", write=False)
    store._db.close()
    store._db = db
    with pytest.raises(BlackpegError, match="can't be written"):
        store.add(records[5:6], "abc", "w")
    assert store.columns(records[0].task.series, "number") == [(k,) for k in range(5)]


def test_series_and_columns(tmp_path, records):
    with Store(tmp_path / "lab.db") as store:
        store.add(records, "abc", "w")
        series = [one for one, _, _ in store.series()]
        assert series == [Series("4x6", "random"), Series("4x6", "next_higher")]
        assert store.columns(series[0], "number", below=4) == [(0,), (1,), (2,), (3,)]
        assert store.numbers(series[0]) == {(k, "") for k in range(10)}
        assert list(store.missing([Task(Series("4x7", "random"), 0)])) == [Task(Series("4x7", "random"), 0)]


FACTS = {"processor": "Abacus", "python": "3.12.1"}


def test_machines_are_kept_with_the_games_they_timed(tmp_path):
    series, other = Series("4x6", "random"), Series("4x6", "entropy", "all")
    timed = [Record(Task(series, n), "1111", True, 4, 4, 1, 1, 1, 0.1) for n in range(3)]
    read = [Record(Task(other, n), "1111", True, 4, 4, None, None, 1, None, "tree") for n in range(3)]
    with Store(tmp_path / "one.db") as store:
        store.add(timed[:2], "d", "a:1", FACTS)
        store.add(timed[2:], "d", "a:2", FACTS)
        store.add(read, "d", "b:1", {"processor": "none needed"})
        ((facts, games, first, last),) = store.machines([series, other])
        assert (facts, games) == (FACTS, 3) and first <= last
        assert store.limited_to({series: 1}).machines([series])[0][1] == 1
    with Store(tmp_path / "two.db") as store:
        store.merge(tmp_path / "one.db")
        assert [found[:2] for found in store.machines([series])] == [(FACTS, 3)]


def test_a_store_from_before_machines_were_kept_is_read_and_written(tmp_path):
    path, series = tmp_path / "old.db", Series("4x6", "random")
    with Store(path) as store:
        store.add([Record(Task(series, 0), "1111", True, 4, 4, 1, 1, 1, 0.1)], "d", "a:1")
    with closing(sqlite3.connect(path)) as database:
        database.execute("DROP TABLE machines")
        database.commit()
    with Store(path, write=False) as store:
        assert [found[:2] for found in store.machines([series])] == [({}, 1)]
    with Store(tmp_path / "new.db") as new:
        assert new.merge(path) == 1
    with Store(path) as store:
        store.add([Record(Task(series, 1), "1111", True, 4, 4, 1, 1, 1, 0.1)], "d", "a:2", FACTS)
        assert [found[:2] for found in store.machines([series])] == [(FACTS, 1), ({}, 1)]


def make_old(path):
    """Makes a store as it was before new codes were recorded."""
    db = sqlite3.connect(path)
    db.execute("ALTER TABLE games DROP COLUMN new_codes")
    db.commit()
    db.close()


def test_stores_of_before_new_codes_are_read_and_written(tmp_path, records):
    path, series = tmp_path / "lab.db", records[0].task.series
    with Store(path) as store:
        store.add(records[:3], "abc", "w")
        assert store.columns(series, "new_codes") == [(record.new_codes,) for record in records[:3]]
    make_old(path)
    with Store(path, write=False) as store:
        assert store.columns(series, "new_codes") == [(None,)] * 3
        assert [row[COLUMNS.index("new_codes")] for row in store.rows()] == [None] * 3
        assert store.columns(series, "guesses") == [(record.guesses,) for record in records[:3]]
    with Store(tmp_path / "other.db") as other:
        assert other.merge(path) == 3
        assert other.columns(series, "new_codes") == [(None,)] * 3
    with Store(path) as store:
        store.add(records[:5], "abc", "w")
        known = [record.new_codes for record in records[3:5]]
        assert [value for (value,) in store.columns(series, "new_codes")] == [None, None, None, *known]
