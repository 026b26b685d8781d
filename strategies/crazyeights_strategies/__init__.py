"""The game's own strategies; each module is a plugin of its own."""
