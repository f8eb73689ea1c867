"""The assembly's own commands."""
