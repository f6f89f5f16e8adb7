"""Queries for a copy that answers like the site: Valkanas 2011, and our own policy."""
