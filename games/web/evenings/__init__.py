"""The pages about evenings: the list of a circle's evenings, an evening, and changes to it."""
