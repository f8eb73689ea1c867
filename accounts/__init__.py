"""Who people are: users, guests, bots, their tokens, and signing in. The lowest app: it knows nothing of games."""
