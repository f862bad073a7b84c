"""Pictures: taken in, kept, made smaller, handed out (the protocol of Supabase Storage)."""

from tapis.storage.placeholders import placeholders
from tapis.storage.room import can_store
from tapis.storage.routes import routes
from tapis.storage.sweep import keep_sweeping

__all__ = ["can_store", "keep_sweeping", "placeholders", "routes"]
