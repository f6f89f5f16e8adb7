"""The simulated site as pages: what a browser sees of it."""
