"""Tokens.

keyring            signs and verifies them
signing_keys       what it signs with, stored in the database, and how it is replaced
claims             what a token must say
revoked_sessions   sessions that have ended, known to all workers
"""
