"""What a guess tells by itself, without a look at later turns.

part_sizes    into which parts the feedbacks of a guess divide the candidates, and what a part costs
one_step      rules that play the guess whose parts cost least, and the trees that they grow
symmetry      the permutations of pegs under which guesses are equivalent
openings      one first guess of each kind
"""
