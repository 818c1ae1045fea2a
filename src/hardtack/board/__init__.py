"""Hexes, terrain, map files, movement reach, zones of control, lines of sight, paths.  Knows no game."""
