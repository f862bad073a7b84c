"""Deployments: external databases, images in a bucket, several gateways behind a proxy."""
