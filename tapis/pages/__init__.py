"""The HTML and the files of the face: the shell of every page, and the built assets beside it."""

from tapis.pages.routes import routes

__all__ = ["routes"]
