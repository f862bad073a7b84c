"""The gateway: the Supabase protocol over PostgreSQL and a store of files. It knows nothing of operations."""
