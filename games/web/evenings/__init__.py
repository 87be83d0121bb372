"""Looking back: the evenings of a circle, and the page of one of them."""
