"""Codes for people to break, and what is kept of their games.

daily                  the puzzle of the day, and the three levels
commitments            a hash that binds the codemaker to a secret
sealed_codes           a code that one person sets for another
saved_game             a saved game, the same for terminal and web, and the ways in which a game begins
terminal_games         the file in which the terminal saves games
tournament_points      what a game costs in a tournament
duels_and_tournaments  a duel or a tournament between people: who sets whose code, and who wins
strategy_tournament    strategies break the same secrets, and the fewest points win
statistics             how many guesses games took, and how many in a row were solved
sharing                the summary of a game or a puzzle that people share
deduction_puzzles      puzzles with one code left: the set that comes along, and which is next
puzzle_rating          a person's rating and streak in them
"""
