"""KQJ for six: 48 cards with a Hero in each suit."""
