"""Pictures: taken in, kept, made smaller, handed out (the protocol of Supabase Storage)."""

from tapis.storage.routes import routes
from tapis.storage.sweep import keep_sweeping

__all__ = ["keep_sweeping", "routes"]
