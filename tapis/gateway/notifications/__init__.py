"""Notifications of what is new, by mail and on people's devices."""
