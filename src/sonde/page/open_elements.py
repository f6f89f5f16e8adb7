"""A model of the elements an HTML parser holds open, made to bound its depth from above."""

from collections import Counter

from sonde.page.elements import (
    BARRIERS,
    BUTTON_SCOPE,
    CLOSES_P,
    CONTEXTS,
    DEFINITIONS,
    FORMATTING,
    HEADINGS,
    HTML_INSIDE,
    ITEM_SCOPE,
    LEAVE_FOREIGN,
    SINGLE,
    SPECIAL,
    TABLE_SCOPE,
    VOID,
)


class OpenElements:
    """The open elements after some tags: at least as many as a parser following the standard holds.

    `start` and `end` take the tags in order and say whether to keep each; a tag that would go
    beyond the limits is dropped together with its end tag.
    """

    def __init__(self, *, max_depth: int, max_formatting: int) -> None:
        self._max_depth = max_depth
        self._max_formatting = max_formatting
        self._stack: list[str] = []
        self._open: Counter[str] = Counter()
        self._formatting: Counter[str] = Counter()  # started, and not ended by an end tag of their own
        self._formatting_total = 0
        self._dropped: Counter[str] = Counter()

    @property
    def depth(self) -> int:
        return len(self._stack)

    @property
    def in_foreign_content(self) -> bool:
        """Whether the next start tag is read by the rules of svg and math."""
        top = self._stack[-1] if self._stack else ""
        return "/" in top and top not in HTML_INSIDE

    def start(self, name: str, attributes: str = "", *, is_self_closing: bool = False) -> bool:
        """Takes a start tag: false when it goes beyond the limits."""
        if name in FORMATTING and self._formatting_total >= self._max_formatting:
            return self._drop(name)
        before = len(self._stack)
        if self.in_foreign_content:
            if name not in LEAVE_FOREIGN and not (name == "font" and attributes):
                space = self._stack[-1].partition("/")[0]
                return is_self_closing or self._push(f"{space}/{name}", name)
            self._leave_foreign()
        if name in VOID or name in SINGLE:
            return True
        if name in ("svg", "math"):
            return is_self_closing or self._push(f"{name}/{name}", name)
        if name in CONTEXTS:
            return self._start_table_part(name)
        self._end_implied(name)
        # What has closed something must be kept, or the real parser would not close it. There is room for
        # it then. A link is worth one level more, and cannot nest in another link.
        if before == len(self._stack) >= self._max_depth and name != "a":
            return self._drop(name)
        if name in FORMATTING:
            self._formatting[name] += 1
            self._formatting_total += 1
        self._enter(name)
        return True

    def end(self, name: str) -> bool:
        """Takes an end tag: false when its start tag was dropped."""
        if self._dropped[name] > 0:
            self._dropped[name] -= 1
            return False
        if name in ("p", "br"):
            self._leave_foreign()
        elif self._end_foreign(name) or name in SINGLE:
            return True
        if name in FORMATTING or name in ("a", "form"):
            self._end_formatting(name)
        elif name in HEADINGS:
            self._close_any(HEADINGS, within=BARRIERS)
        elif name in CONTEXTS or name in ("table", "template"):
            self._close(name, within=TABLE_SCOPE)
        else:
            self._close(name, within=BARRIERS if name in SPECIAL else SPECIAL)
        return True

    def _end_implied(self, name: str) -> None:
        """Closes what a start tag ends by itself."""
        top = self._stack[-1] if self._stack else ""
        if name == "li":
            self._close("li", within=ITEM_SCOPE)
        elif name in DEFINITIONS:
            self._close_any(DEFINITIONS, within=ITEM_SCOPE)
        if name in CLOSES_P:
            self._close("p", within=BUTTON_SCOPE)
        if (name in ("option", "optgroup") and top == "option") or (name in HEADINGS and top in HEADINGS):
            self._pop()
        elif name == "a":
            self._end_formatting("a")
        elif name == "button":
            self._close("button", within=BARRIERS)

    def _start_table_part(self, name: str) -> bool:
        """Takes a row, cell or group, with the rows and groups a parser adds; ignored outside a table."""
        if len(self._stack) > self._max_depth - 3:
            return self._drop(name)
        for index in range(len(self._stack) - 1, -1, -1):
            context = self._stack[index]
            if context == "template":
                if index == len(self._stack) - 1:
                    self._enter(name)
                return True
            if context in CONTEXTS[name]:
                self._pop_to(index + 1)
                if name in ("tr", "td", "th") and context == "table":
                    self._enter("tbody")
                if name in ("td", "th") and context != "tr":
                    self._enter("tr")
                self._enter(name)
                return True
        return True

    def _leave_foreign(self) -> None:
        while self.in_foreign_content:
            self._pop()

    def _end_foreign(self, name: str) -> bool:
        """Ends an element of svg or math by name, if one is open above the last HTML element."""
        for index in range(len(self._stack) - 1, -1, -1):
            _, slash, local = self._stack[index].partition("/")
            if not slash:
                return False
            if local == name:
                self._pop_to(index)
                return True
        return False

    def _end_formatting(self, name: str) -> None:
        """Takes a formatting element away and leaves open what is inside it."""
        for index in range(len(self._stack) - 1, -1, -1):
            if self._stack[index] == name:
                del self._stack[index]
                self._open[name] -= 1
                self._forget_formatting(name)
                return
            if self._stack[index] in BARRIERS:
                return
        self._forget_formatting(name)

    def _forget_formatting(self, name: str) -> None:
        if self._formatting[name] > 0:
            self._formatting[name] -= 1
            self._formatting_total -= 1

    def _close(self, name: str, *, within: frozenset[str]) -> None:
        if self._open[name] > 0:
            self._close_any(frozenset({name}), within=within)

    def _close_any(self, names: frozenset[str], *, within: frozenset[str]) -> None:
        """Closes the innermost of some elements and all inside it, unless a barrier stands before it."""
        for index in range(len(self._stack) - 1, -1, -1):
            if self._stack[index] in names:
                self._pop_to(index)
                return
            if self._stack[index] in within:
                return

    def _push(self, entry: str, name: str) -> bool:
        if len(self._stack) >= self._max_depth:
            return self._drop(name)
        self._enter(entry)
        return True

    def _enter(self, entry: str) -> None:
        self._stack.append(entry)
        self._open[entry] += 1

    def _drop(self, name: str) -> bool:
        self._dropped[name] += 1
        return False

    def _pop(self) -> None:
        self._open[self._stack.pop()] -= 1

    def _pop_to(self, depth: int) -> None:
        while len(self._stack) > depth:
            self._pop()
        if depth < self._max_depth // 2:
            self._dropped.clear()
