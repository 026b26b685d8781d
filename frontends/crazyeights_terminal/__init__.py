"""Crazy Eights in a terminal."""
