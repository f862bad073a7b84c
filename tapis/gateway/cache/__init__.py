"""What is kept in memory: the content version and responses that are ready to send."""
