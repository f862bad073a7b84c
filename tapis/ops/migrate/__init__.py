"""Migrates a database to the tables and rules of `db/`: each migration once, all rules at every run."""
