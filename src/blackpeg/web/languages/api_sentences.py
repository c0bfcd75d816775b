"""Sentences that the API says and pages show. The API says them in English; pages translate those that are listed here.

A placeholder stands for anything: a number, a name, or another sentence of this list. `count`, `turn`, `best` and `own`
stand for numbers only, and a text with `{count}` may have plural forms; one whose name begins with `code` stands for a
code, whose digits are left as they are. Tests look for each sentence in the sources. What is not listed is shown in
English: mostly what only a program can get wrong.
"""

from __future__ import annotations

HINTS = (
    "{code} fits every turn",
    "{code} does not fit turn {turn}, which would have been {feedback}, not {told}",
    "{code} does not fit turn {turn}, which would have been {feedback}, not {told}; nor turn {other}",
    "{code} does not fit turn {turn}, which would have been {feedback}, not {told}; nor turns {others}",
    "{count} codes fit",
    "1 code fits",
    "too many codes fit to count",
    "try {code}",
    "try {code}, which splits {candidates} {count} ways",
    "try {code}, which splits {candidates} 1 way",
    "the one candidate",
    "the {count} candidates",
    "a sample of {count} candidates",
)
REASONS = (  # in a review
    "too many codes fit to compare guesses",
    "tells {best} bits (yours {own}), but is done no sooner",
    "the only code that fits",
    "the only code that fits; yours does not",
    "no guess tells more",
    "of all candidates none tells more",
    "of some candidates none tells more",
    "tells as much, and may be the secret",
    "tells no more than yours, as far as {candidates} show",
    "splits {candidates} {best} ways; yours {own}",
    "leaves {best} candidates on average; yours {own}",
    "tells {best} bits on average; yours {own}",
    "there is no guess to review",
    "the game was over at turn {turn}: {code} was the secret",
)
CONTRADICTIONS = (
    "turn {turn} is impossible: {why}",
    "turn {turn} contradicts turn {other}: {why}",
    "turn {turn} contradicts turns {others} and {other}: {why}",
    "turns {others} and {other} contradict each other, or some among them do: {why}",
    "no code answers {code} with {feedback}",
    "no code answers {code1} with {feedback1} and {code2} with {feedback2}",
    "no code answers {code1} with {feedback1}, {code2} with {feedback2} and {code3} with {feedback3}",
    "no code fits the {count} turns of {game}",
    "no code was found that fits the {count} turns of {game}, but one may exist",
)
ERRORS = (
    "there is no game at this address",
    "nothing is shared at this address",
    "there is no code at this address",
    "there is no duel and no tournament at this address",
    "another move was made in this game meanwhile; look at it again",
    "this is not your game; only who started it can move in it",
    "the game is over: solved",
    "the game is over: lost",
    "the game is over: given up",
    "this puzzle is begun already",
    "you set this code yourself; send the link to somebody else",
    "there are no hints in a duel or a tournament",
    "the game is not over yet; its review shows the secret",
    "nothing was guessed in this game",
    "the code is broken in this history; nothing is left to guess",
    "play the code that was set for you to the end before you answer it",
    "this duel is full; you can look on, or make one of your own",
    "this tournament is full; you can look on, or make one of your own",
    "this tournament has started; you can look on, or make one of your own",
    "nobody else has joined yet; send them the link",
    "your code of round {round} is set already",
    "this link was used already or is more than an hour old; make another on the first device",
    "nothing is stored about you yet; play a game first",
    "the archive has the months from {first} to {last}",
    "'{code}' is not a code of {game}: it repeats a color",
    "no game '{text}'; a game is pegs x colors, such as 4x6, 5x8, 4x10-distinct or 4x6-black",
    "no game {game}; {pegs} pegs without repeats need {colors} colors",
    "{game} is too large to be played here; games go up to {largest}",
    "'{text}' is not feedback of {game}; it is written {example}",
    "{study} is being played; pause it first",
    "you have {count} computations under way; wait for one of them",
    "the server is still being set up: it compiles what this needs, once; try again in {count} seconds",
    "too many pages wait for news at once; close some of them",
    "too many people ask at once; try again in a moment",
    "that is too much at once; try again in a moment",
    "the computation was ended; try again",
    "this could not be computed, which is our mistake; it is noted",
    "something went wrong here; nothing that was played is lost",
    "{why}; nothing that was played is lost",
    "something is wrong with the database",
    "no new games are begun at the moment, as {why}; those that were begun go on",
    "the room that this server has for games is used up",
    "the disk of this server is nearly full",
)
SENTENCES = (*HINTS, *REASONS, *CONTRADICTIONS, *ERRORS)
