"""Mutation testing of the database's rules: each is removed once, and a test must fail."""
