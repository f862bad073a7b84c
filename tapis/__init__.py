"""Tapis: a gateway that speaks the Supabase protocol over PostgreSQL and a folder of pictures."""
