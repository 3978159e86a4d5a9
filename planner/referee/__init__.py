"""Journal, ledger and replay: knows no railway and no game."""
