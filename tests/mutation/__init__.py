"""Do the tests bite? Every rule of the database is taken away once, and a test must notice."""
