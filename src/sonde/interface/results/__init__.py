"""The results of an answer: where they are, what each says, how many there are."""
