"""Rounds in compiled code, driven by the same tables as the engine."""
