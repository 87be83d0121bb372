"""Statistics as rows: read from results, kept by month."""
