-- refunds: amounts paid back. The payer and administrators read it, leaders have nothing to do with money; functions write it
-- (functions/refunds.sql): public.record_refund asks whether so much came.
select private.read_only('public.refunds', 'select_own', 'select_as_admin');
create trigger _800_write_audit_entry after insert or update or delete on public.refunds
    for each row execute function private.tg__write_audit_entry('record');
