"""The texts of the demo shop, one TOML file per table, each list newest first."""
