"""Mail: how a message is composed, and the connection to the mail server."""
