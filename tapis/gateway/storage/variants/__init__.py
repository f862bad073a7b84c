"""Image variants: prepared by a background job, cached on disk."""
