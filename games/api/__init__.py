"""The REST API: everything the app can do, for programs."""
