"""What a search can do, each ability by a few soundings."""
