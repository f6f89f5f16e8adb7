"""xCrawl 2008: finds all pages of a kind by way of the hubs that list them."""
