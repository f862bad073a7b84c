"""Whether the shop is well, and how busy it is: health for whoever routes traffic, counts for Prometheus."""

from tapis.gateway.metrics.counters import Observe, count, start_counting
from tapis.gateway.metrics.exporter import FOLDER, serve_counts
from tapis.gateway.metrics.health import Check, routes

__all__ = ["FOLDER", "Check", "Observe", "count", "routes", "serve_counts", "start_counting"]
