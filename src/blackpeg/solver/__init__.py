"""Optimal play.

optimal_search       the best strategy of a whole game: every first guess worth trying, part by part
first_guess          one of those first guesses: its parts, and a lower bound on its total that rises as they are solved
set_solver           the best tree for one set of candidates, by the compiled searches
problem              a game as the compiled searches need it: codes, feedbacks, bounds, how many guesses are tried
executors            where parts are solved: in this process, in several, or on a cluster
journal              a file of solved parts, from which a stopped search resumes
improve_tree         a tree made better by searching its parts again
endgame              the best guess when few candidates are left
part_bounds          lower bounds for games that are too large to be solved
weighted_search      the best tree when secrets have different probabilities
mixed_secrets        the value of the game in which the codemaker chooses those probabilities
two_black_pegs       the least total and worst case of two pegs and black pegs only, by dynamic programming
tree_library         the trees that come with Blackpeg, and trees in files of one's own
tree_recipes         the arguments of `blackpeg optimal` that found each of those trees
records              the least total and the least worst case known for every small game, and what others print
"""
