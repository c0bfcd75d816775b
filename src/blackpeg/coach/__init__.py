"""Whatever asks a strategy on a person's behalf: rankings, hints, reviews."""
