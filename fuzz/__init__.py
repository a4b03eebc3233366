"""Fuzzing the machine with atheris: `just fuzz SECONDS`."""
