"""What templates need and Django doesn't have."""
