"""What pages and API share of HTTP: keys, cookies, ETags, downloads, origin checks."""
