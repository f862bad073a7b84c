"""Whether the shop is well, and how busy it is: health for whoever routes traffic, counts for Prometheus."""

from tapis.watch.counts import Observe, count, start_counting
from tapis.watch.health import Check, routes
from tapis.watch.scrape import FOLDER, serve_counts

__all__ = ["FOLDER", "Check", "Observe", "count", "routes", "serve_counts", "start_counting"]
