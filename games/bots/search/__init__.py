"""Players of KQJ that deal out what they can't see, many times, and play it out."""
