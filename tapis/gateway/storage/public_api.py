"""What the composition root needs of the file service; not in `__init__`, which workers import."""

from tapis.gateway.storage.http.routes import routes
from tapis.gateway.storage.placeholders import placeholders
from tapis.gateway.storage.storage_context import StorageContext, can_store, open_storage_context
from tapis.gateway.storage.sweeper import keep_sweeping

__all__ = ["StorageContext", "can_store", "keep_sweeping", "open_storage_context", "placeholders", "routes"]
