"""A simulated web of thousands of hosts, made from a recipe and a seed; every relevant form in it is known."""
