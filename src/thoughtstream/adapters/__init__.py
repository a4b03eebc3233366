"""Adapters: one file per wire surface, chunks of a provider in, events out. None opens a socket."""
