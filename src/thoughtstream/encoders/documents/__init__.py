"""The event shapes that five design documents on thought extraction print, one file each."""
