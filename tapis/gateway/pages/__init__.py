"""The HTML and the files of the front end: server-rendered pages, their shell, and the built assets."""

from tapis.gateway.pages.routes import Pages, open_pages

__all__ = ["Pages", "open_pages"]
