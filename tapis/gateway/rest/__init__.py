"""The data API: rows of the exposed schema over HTTP, in the dialect of PostgREST."""

from tapis.gateway.rest.service import DataApi

__all__ = ["DataApi"]
