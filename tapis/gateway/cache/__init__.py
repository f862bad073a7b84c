"""Content version, prepared responses, the bounded response cache, and content negotiation."""
