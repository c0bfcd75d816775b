"""The players who hide the code: honest, or an adversary that changes it whenever it can."""

from .adversary import Adversary, adversary
from .honest import Honest, random_secret

__all__ = ["Adversary", "Honest", "adversary", "random_secret"]
