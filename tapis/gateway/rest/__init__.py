"""The data API: rows of the exposed schema over HTTP, in the dialect of PostgREST."""

from tapis.gateway.rest.api import DataApi

__all__ = ["DataApi"]
