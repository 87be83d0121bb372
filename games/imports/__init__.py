"""Bringing in what was taken home, here or elsewhere: what a file holds, and what would come of it."""
