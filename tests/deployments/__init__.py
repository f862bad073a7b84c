"""The shop away from home: a database on its own server, pictures in a bucket, gateways behind a proxy."""
