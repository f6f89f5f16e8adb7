"""The report of a crawl for a person: one HTML file that needs nothing else."""
