-- payments: amounts to pay and decisions about them. The buyer and administrators read it, leaders have nothing to do with
-- money; triggers of orders and registrations write it (functions/amounts.sql), and decisions (functions/reviews.sql). Who
-- decided is in the audit log, for administrators alone.
select private.read_only('public.payments', 'select_own', 'select_as_admin');
create trigger _800_write_audit_entry after update on public.payments
    for each row when ((new.state, new.reason, new.received) is distinct from (old.state, old.reason, old.received) and old.state not in ('reserved', 'released')
        and ('buyer' in (old.cancelled_by, new.cancelled_by)) is not true)
    execute function private.tg__write_audit_entry('record');
-- What a buyer writes goes with their account, and the log stays: also when their cancellation is taken up again.
create trigger _810_write_audit_entry_of_buyer after update on public.payments
    for each row when ((new.state, new.received) is distinct from (old.state, old.received) and 'buyer' in (old.cancelled_by, new.cancelled_by))
    execute function private.tg__write_audit_entry('record', 'reason');
create trigger _910_enqueue_event after update on public.payments
    for each row when (new.place = 'audition_registrations' and old.state not in ('reserved', 'released')
        and (new.state, new.reason, new.deleted_at) is distinct from (old.state, old.reason, old.deleted_at))
    execute function private.tg_payments__enqueue_event();
