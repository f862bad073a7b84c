"""HTTP methods by what they do."""

READS = ("GET", "HEAD")
METHODS = (*READS, "POST", "PATCH", "PUT", "DELETE", "OPTIONS")
