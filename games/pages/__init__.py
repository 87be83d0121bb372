"""The pages that work without a network: a request in, a page or events out. The server and the phone run them."""
