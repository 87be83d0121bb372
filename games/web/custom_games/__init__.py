"""The pages of the games that a group has named itself."""
