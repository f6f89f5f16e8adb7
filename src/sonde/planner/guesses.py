"""Whether sizes that nobody stated were guessed right."""

WRONG = 1.3  # plans made for so many times more or fewer documents are made again
MIN_ANSWERS = 8


class Guesses:
    """Matches expected of some questions, and found."""

    def __init__(self) -> None:
        self._answers = 0
        self._guessed = 0.0
        self._found = 0.0

    def observe(self, guessed: float, found: float) -> None:
        """Learns from one answer."""
        self._answers += 1
        self._guessed += guessed
        self._found += found

    def are_wrong(self, *, answers: int) -> bool:
        """Whether enough of all the answers show that plans must be made again."""
        factor = self._found / max(1.0, self._guessed)
        return self._answers >= max(MIN_ANSWERS, answers / 8) and not 1 / WRONG < factor < WRONG
