"""What go.py does, step by step. Only the standard library: this runs before anything is installed."""
