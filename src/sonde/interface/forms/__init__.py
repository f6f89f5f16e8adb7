"""The forms of a page: which of them search, which are the page's own, which must be left alone."""
