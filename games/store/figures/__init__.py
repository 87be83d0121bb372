"""Statistics as rows: read from results, stored by month."""
