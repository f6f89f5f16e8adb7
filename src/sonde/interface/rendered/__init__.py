"""A search that only a browser can draw: when to use one, how to ask, read and page on through it."""
