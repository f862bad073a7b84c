-- statement_formats: confirmed formats of the banks' files. Administrators read it; public.remember_format writes it
-- (functions/statements.sql), which confirms a reading, or confirms it again.
select private.read_only('public.statement_formats', 'select_as_admin');
create trigger _800_write_audit_entry after insert or update or delete on public.statement_formats
    for each row execute function private.tg__write_audit_entry('fingerprint');
