"""The rules of the games as pure functions over frozen state: standard library only, no clock, no I/O."""
