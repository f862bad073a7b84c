"""The data API: rows of the exposed schema over HTTP, in the dialect of PostgREST."""

from tapis.rest.inside import reader
from tapis.rest.routes import routes

__all__ = ["reader", "routes"]
