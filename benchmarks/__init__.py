"""Measurements behind the claims in docs/: each module is a command that anyone can run."""
