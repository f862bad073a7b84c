"""Export and import: accounts, records and images in one file, between installations of any kind.

Each row is JSON, independent of the database: the same shop gives the same file, byte for byte,
in a data folder, on a PostgreSQL with a bucket and in a hosted project. Sessions and signing keys are not in
it: people sign in again, with their passwords.
"""
