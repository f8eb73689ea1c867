"""Services that run beside the site when no address of an installed one is given."""
