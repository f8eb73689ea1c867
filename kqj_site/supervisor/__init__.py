"""The process manager behind `make run`: one command that runs all of the site on one machine."""
