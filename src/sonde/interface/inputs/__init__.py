"""The inputs of a form besides its box for words."""
