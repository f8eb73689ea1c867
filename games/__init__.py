"""Playing: the engine, the bots, live tables, matches. Docstring only, so that the engine loads without Django."""
