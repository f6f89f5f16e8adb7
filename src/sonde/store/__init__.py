"""A crawl's folder on disk: the database, the archive of responses, exports. Tables: docs/crawl-folder.md."""
