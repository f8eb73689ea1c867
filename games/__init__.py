"""Playing: the engine, the bots, live tables, match history. Docstring only, so that the engine loads without Django."""
