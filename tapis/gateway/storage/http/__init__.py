"""The HTTP side of the file service: routes, request bodies, responses."""
