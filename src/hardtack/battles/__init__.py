"""Battles, one package each."""
