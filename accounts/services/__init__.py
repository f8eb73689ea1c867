"""What changes accounts, one module per noun."""
