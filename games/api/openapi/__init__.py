"""The description of the API, as OpenAPI 3.1."""
