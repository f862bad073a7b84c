"""Tokens.

keyring            signs and verifies them
signing_keys       the keys, stored in the database, and their rotation
claims             validation of a token's claims
revoked_sessions   sessions that have ended, known to all workers
"""
