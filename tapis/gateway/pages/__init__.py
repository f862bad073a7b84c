"""The HTML and the files of the face: drawn pages, their shell, and the built assets beside them."""

from tapis.gateway.pages.routes import OpenSite, open_site

__all__ = ["OpenSite", "open_site"]
