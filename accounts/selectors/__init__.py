"""What reads accounts, one module per noun."""
