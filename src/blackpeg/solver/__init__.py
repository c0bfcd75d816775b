"""Optimal play.

optimal_search       the best strategy of a whole game: every first guess worth trying, part by part
set_solver           the best tree for one set of candidates, by the compiled branch and bound
executors            where parts are solved: in this process, in several, or on a cluster
journal              a file of solved parts, from which a stopped search resumes
endgame              the best guess when few candidates are left
fewest_in_last_turn  the strategy that leaves the fewest codes for the last turn
weighted_search      the best tree when secrets have different probabilities
mixed_secrets        the value of the game in which the codemaker chooses those probabilities
feedback_numbers     what the last two searches share: all feedbacks of a small game, and guesses that differ
two_black_pegs       the least total and worst case of two pegs and black pegs only, by dynamic programming
tree_library         the trees that come with Blackpeg, and trees in files of one's own
tree_recipes         the arguments of `blackpeg optimal` that found each of those trees
records              the least total and the least worst case known for every small game, and what others print
"""
