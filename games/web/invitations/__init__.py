"""Invitations: making them, and coming in by them."""
