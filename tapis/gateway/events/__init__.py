"""The event stream, under /events/v1: which tables changed, as far as the caller may read them."""
