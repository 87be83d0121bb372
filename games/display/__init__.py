"""What is shown of a match: rows, standing, chart, history. No request, no HTML."""
