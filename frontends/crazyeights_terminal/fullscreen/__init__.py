"""The full-screen table.

Pure functions paint a `Scene` (what is on the table, and what the user is doing) onto a `Canvas` of a given size:
`screen` puts together what `board`, `hand`, `dialogs` and `panels` draw. `play` changes the scene: it takes actions, by
whichever way they were given, and drives the session. `keys`, `style` and `app` are the thin shell around both, and the
only ones that know prompt_toolkit.
"""
