"""Operations: the embedded PostgreSQL, migrations, maintenance, transfer and the command line."""
