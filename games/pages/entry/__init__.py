"""The form in which people type a round."""
