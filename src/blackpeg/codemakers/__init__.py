"""The players who hide the code and give feedback.

honest               hides one secret and tells the truth about it
mixed                hides classes of codes as often as is hardest for the best codebreaker
adversary            has no fixed secret: any feedback is true as long as some code fits the whole history
adversary_lookahead  how an adversary looks several turns ahead, or to the end of the game
"""

from .adversary import Adversary, adversary
from .honest import Honest, random_secret
from .mixed import Mixed

__all__ = ["Adversary", "Honest", "Mixed", "adversary", "random_secret"]
