"""The Kanagawa rail-trip game: its clauses, their amounts as data, and the ledger they lead to."""
