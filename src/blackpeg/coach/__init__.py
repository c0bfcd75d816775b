"""Help for people who play.

ranking            what to guess now: the guess of a strategy, and a ranking of the best guesses
hints              help in steps: does a guess fit, how many codes do, a good guess
review             what each guess of a game was worth, skill and luck
guess_against_best a guess compared with the best guess at its position
expected_guesses   how many more guesses a game takes on average
candidate_sample   all candidates or a sample of them, by which guesses are compared
strategy_guess     asks a strategy for a guess
"""
