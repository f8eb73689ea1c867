"""What changes rows, one module a noun; doors, tasks and commands call these."""
