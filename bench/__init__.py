"""Measures thoughtstream beside floors and peers: `python -m bench`. Never installed."""
