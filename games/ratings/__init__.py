"""Elo for matches between sides: numbers in, numbers out."""
