"""Who is good at what: the people of a circle, one of them, and the circle as a whole."""
