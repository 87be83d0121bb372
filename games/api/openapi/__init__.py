"""What the API says about itself: OpenAPI 3.1."""
