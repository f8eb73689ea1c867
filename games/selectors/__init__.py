"""Reads for pages, API and sweeps."""
