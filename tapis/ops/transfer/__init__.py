"""A shop on the move: people, records and pictures in one file, out of one home and into another.

Homes differ: a data folder, a PostgreSQL with a bucket, a hosted project. So what is written is what the shop
means, row by row as JSON, and not how a database keeps it: the same shop gives the same file, byte for byte,
wherever it lives. Sessions and signing keys stay behind; people sign in again, with their old passwords.
"""
