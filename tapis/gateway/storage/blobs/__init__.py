"""Where the bytes of files are stored: a local folder, or an S3-compatible bucket."""
