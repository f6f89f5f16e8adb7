"""The pages of an answer: how the next one is reached, how large one may be."""
