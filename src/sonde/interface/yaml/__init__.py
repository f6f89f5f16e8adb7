"""interface.yaml: written, read, checked."""
