"""Policies that want the documents on one topic: those of Liakos 2015, and ours."""
