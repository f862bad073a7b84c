-- reconciliations: matches of statement lines with payments. Administrators read it; functions write it
-- (functions/statements.sql): public.match_line asks whether it adds up.
select private.read_only('public.reconciliations', 'select_as_admin');
create trigger _800_write_audit_entry after insert or delete on public.reconciliations
    for each row execute function private.tg__write_audit_entry('record');
create trigger _820_note_received after insert or delete on public.reconciliations
    for each row execute function private.tg_reconciliations__note_received();
