"""The test-bench: hidden-web sites whose every document is known, in-process or over HTTP."""
