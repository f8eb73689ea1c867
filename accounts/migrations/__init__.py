"""How the accounts tables came to be."""
