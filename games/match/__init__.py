"""One match as data: events, the log that they fold to, the sheet, the match document. No page, no request."""
