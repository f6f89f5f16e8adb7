"""A search that answers in JSON: the same questions as for pages, asked of values instead of blocks."""
