"""The demo shop: its texts (`content/`), its pictures, and the code that fills an empty shop with them."""
