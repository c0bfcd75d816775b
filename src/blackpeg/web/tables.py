"""The tables of `web.db`: games with their turns, what people share and set for each other, and matches."""

from __future__ import annotations

from ..storage import DatabaseFormat

SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, game TEXT NOT NULL, codemaker TEXT NOT NULL, origin TEXT NOT NULL,
    secret TEXT, nonce BLOB, digest TEXT, given INTEGER NOT NULL, state TEXT NOT NULL, hints INTEGER NOT NULL,
    created REAL NOT NULL, ended REAL, guess_limit INTEGER, share TEXT) WITHOUT ROWID;
CREATE INDEX games_of ON games (owner, created);
CREATE UNIQUE INDEX one_daily ON games (owner, origin) WHERE origin LIKE 'daily %';
CREATE TABLE turns (
    game TEXT NOT NULL REFERENCES games, turn INTEGER NOT NULL, guess TEXT NOT NULL, feedback TEXT NOT NULL,
    left_over INTEGER, time REAL NOT NULL,
    PRIMARY KEY (game, turn)) WITHOUT ROWID;
CREATE TABLE challenges (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, game TEXT NOT NULL, secret TEXT NOT NULL, created REAL NOT NULL,
    answers TEXT) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""
VERSION_3 = (  # what people share, challenges that answer each other, several devices of one visitor, and matches
    "CREATE UNIQUE INDEX one_archived ON games (owner, origin) WHERE origin LIKE 'archive %'",
    "CREATE INDEX games_of_day ON games (origin) WHERE origin LIKE 'daily %'",
    "CREATE UNIQUE INDEX shared ON games (share) WHERE share IS NOT NULL",
    "CREATE TABLE challenge_games (game TEXT PRIMARY KEY, challenge TEXT NOT NULL) WITHOUT ROWID",
    "CREATE INDEX games_of_challenge ON challenge_games (challenge)",
    "CREATE INDEX challenges_of ON challenges (owner, created)",
    "CREATE INDEX answers_to ON challenges (answers) WHERE answers IS NOT NULL",
    "CREATE TABLE devices (owner TEXT PRIMARY KEY, visitor TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE device_links (digest TEXT PRIMARY KEY, visitor TEXT NOT NULL, expires REAL NOT NULL) WITHOUT ROWID",
    """CREATE TABLE matches (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL, game TEXT NOT NULL, rounds INTEGER NOT NULL,
    guess_limit INTEGER NOT NULL, secret TEXT, created REAL NOT NULL, started REAL, rematch TEXT) WITHOUT ROWID""",
    """CREATE TABLE match_players (
    match TEXT NOT NULL REFERENCES matches, seat INTEGER NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY (match, seat)) WITHOUT ROWID""",
    "CREATE UNIQUE INDEX one_seat ON match_players (match, owner) WHERE owner != ''",
    "CREATE INDEX matches_of ON match_players (owner)",
    """CREATE TABLE match_rounds (
    match TEXT NOT NULL REFERENCES matches, round INTEGER NOT NULL, seat INTEGER NOT NULL, code TEXT, game TEXT,
    PRIMARY KEY (match, round, seat)) WITHOUT ROWID""",
    "CREATE INDEX match_of_game ON match_rounds (game) WHERE game IS NOT NULL",
)
SCHEMA += ";\n".join((*VERSION_3, ""))
UPGRADES = (
    "ALTER TABLE games ADD COLUMN guess_limit INTEGER",  # a file of version 1 has no limits
    "ALTER TABLE games ADD COLUMN share TEXT", "ALTER TABLE challenges ADD COLUMN answers TEXT", *VERSION_3,
)  # fmt: skip
FORMAT = DatabaseFormat(
    "a file of this web app", SCHEMA, 1 + len(UPGRADES), 0x42507762, UPGRADES, private=True, synchronous="FULL"
)
