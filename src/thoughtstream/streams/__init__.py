"""Operators over iterables of text, sync or async by what they are given. None parses."""
