"""A small believable shop: its texts as data and a generator of its pictures."""
