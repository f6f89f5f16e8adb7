"""One search interface: find it, ask it, read its answers, page on, save what was learned."""
