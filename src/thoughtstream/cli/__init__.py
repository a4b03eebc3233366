"""The commands: one file each, holding no logic of their own."""
