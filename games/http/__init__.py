"""HTTP helpers that pages and API share: keys, cookies, ETags, downloads, origin checks."""
