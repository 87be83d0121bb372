"""The form in which a round is typed."""
