"""The machine: a reply, cut anywhere, into thoughts and answer. No I/O, no clock, no dependency."""
