"""The app on a phone: the worker's files, the web app manifest, the page about this phone."""
