"""What the terminal shows and asks: boards, tables, progress, prompts, and the dialogs of `play` and `break`."""
