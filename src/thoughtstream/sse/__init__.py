"""Server-sent events: bytes into events and events into bytes. Knows no provider, does no I/O."""
