"""The data API over HTTP. A package, so that its additions to the database go with its last test."""
