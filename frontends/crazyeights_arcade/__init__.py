"""The graphical table: a window with a felt table, painted cards and motion, on top of arcade."""
