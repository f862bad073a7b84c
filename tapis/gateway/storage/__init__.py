"""Image files: uploads, metadata, variants and delivery (the protocol of Supabase Storage)."""
