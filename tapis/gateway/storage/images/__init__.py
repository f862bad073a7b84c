"""Image processing: validation, metadata stripping, resizing."""
