"""Where the lab's documents come from."""
