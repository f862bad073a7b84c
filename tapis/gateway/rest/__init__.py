"""The data API: rows of the exposed schema over HTTP, in the dialect of PostgREST."""
