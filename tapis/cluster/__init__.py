"""What several gateways over one database and one bucket need; plugged in by the composition root."""
