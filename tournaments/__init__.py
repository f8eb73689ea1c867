"""Tournaments: formats, pairing, standings. Nothing yet but its place."""
