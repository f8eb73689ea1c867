"""Tournaments: formats, pairing, standings."""
