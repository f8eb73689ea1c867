"""Who is told what after a commit: messages encoded once per audience, and the way between processes."""
