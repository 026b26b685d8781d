"""The game's own rules and variants; each module is a plugin of its own."""
