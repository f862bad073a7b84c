"""Pictures: taken in, kept, made smaller, handed out (the protocol of Supabase Storage)."""

from tapis.gateway.storage.http.routes import routes
from tapis.gateway.storage.placeholders import placeholders
from tapis.gateway.storage.storage_health import can_store
from tapis.gateway.storage.sweeper import keep_sweeping

__all__ = ["can_store", "keep_sweeping", "placeholders", "routes"]
