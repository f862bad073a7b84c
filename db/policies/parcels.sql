-- parcels: packing and shipping of orders. Its buyer and administrators read it, leaders have nothing to do with orders;
-- functions write it (functions/parcels.sql): only what is paid is packed and sent.
select private.read_only('public.parcels', 'select_own', 'select_as_admin');
create trigger _800_write_audit_entry after insert or update on public.parcels
    for each row execute function private.tg__write_audit_entry('order_uuid');
create trigger _910_enqueue_event after insert or update on public.parcels
    for each row when (new.sent_at is not null) execute function private.tg_parcels__enqueue_event();
