"""Tokens.

keyring            signs and verifies them
signing_keys       what it signs with, kept in the database
claims             what a token must say
revoked_sessions   sessions that have ended, known to all workers
key_rotation       new keys for old
"""
