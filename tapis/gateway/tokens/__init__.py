"""Who asks.

keyring    signs and believes tokens
keys       what it signs with, kept in the database
claims     what a token must say
ended      sessions that are over, known to all workers
rotation   new keys for old
"""
