"""HTTP: what every request and response passes, whatever service answers."""
