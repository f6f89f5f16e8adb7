"""Full-text search over a crawl: a tantivy index derived from crawl.db, made when somebody asks."""
