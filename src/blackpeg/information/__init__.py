"""What a guess tells by itself: the sizes of the parts into which its feedback divides the candidates."""
