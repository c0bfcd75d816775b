"""What the lanes of workers are made of: processes, and a queue that serves visitors in turn."""
