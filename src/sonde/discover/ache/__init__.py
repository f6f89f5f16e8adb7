"""ACHE 2007: a crawler that learns which links lead to the search forms of a domain."""
