"""What a guess tells by itself, without a look at later turns.

part_scores    what parts of some sizes cost: the scores of guesses in one-step rules
guess_value    how a guess divides the candidates: parts, largest part, expected size, entropy in bits
one_step_rules rules that play the guess whose parts cost least, and the trees that they grow
peg_permutations the permutations of pegs under which guesses are equivalent
first_guesses  first guesses: fixed ones, the usual ones, and one of each kind
"""
