"""The pages of invitations: creating and revoking them, and joining by them."""
