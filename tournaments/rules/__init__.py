"""The rules of tournaments: who sits with whom, and who stands where. Pure: no Django, no clock, no global random."""
