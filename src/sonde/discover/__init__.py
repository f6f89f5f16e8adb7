"""Find the search interfaces of a domain (ACHE 2007) and mine the pages of sites (xCrawl 2008)."""
