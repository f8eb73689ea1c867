"""What templates show of people."""
