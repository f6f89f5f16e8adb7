"""The search engine of a simulated site."""
