"""The app on a phone: its worker, its manifest, the page about this phone."""
