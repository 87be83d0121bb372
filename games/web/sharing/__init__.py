"""The pages of a followed match or evening, for anyone with the link."""
