"""Backups that the shop makes by itself: each night, and before it is upgraded."""
