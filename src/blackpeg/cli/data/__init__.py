"""Commands about the data folder: a backup of it, and going back to one."""
