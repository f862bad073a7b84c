-- transactions: orders. Talents send, read and delete their own; administrators read, change and delete all of
-- them; the database determines the contents of an order (functions/orders.sql).

-- 1 protection
alter table public.transactions enable row level security;

-- 2 policies
-- A talent reads their own.
create policy select_own on public.transactions for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
-- An administrator reads all of them; leaders have nothing to do with orders.
create policy select_all_as_admin on public.transactions for select to authenticated
    using ((select private.app_role()) = 'admin');
-- A talent orders for themselves, and the order begins as Processed.
create policy insert_own on public.transactions for insert to authenticated
    with check (user_id = (select auth.uid()) and status = 'Processed' and (select private.app_role()) = 'talent');
-- Only an administrator changes an order; the audit log has the previous values.
create policy update_as_admin on public.transactions for update to authenticated
    using ((select private.app_role()) = 'admin');
-- A talent deletes their own.
create policy delete_own on public.transactions for delete to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
-- An administrator deletes any.
create policy delete_as_admin on public.transactions for delete to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.transactions to authenticated, service_role;
grant insert (uuid, user_id, transactions, invoice_image, status, delivery_way, created_at, updated_at)
    on public.transactions to authenticated, service_role;
grant update (uuid, user_id, transactions, invoice_image, status, delivery_way, created_at, updated_at)
    on public.transactions to authenticated, service_role;
grant delete on public.transactions to authenticated, service_role;

-- 4 not granted
-- Everything for anon. truncate. No insert for administrators: who orders pays, and they don't.
-- An edit may send uuid, user_id and created_at along; they stay what they were.

-- 5 on write, for everybody whom row level security binds
create trigger _010_keep_deleted before delete on public.transactions
    for each row when (pg_trigger_depth() = 0) execute function private.tg__keep_deleted();
create trigger _000_only_talents_order before insert on public.transactions
    for each statement
    when (row_security_active('public.transactions') and private.app_role() is distinct from 'talent')
    execute function private.tg_transactions__only_talents_order();
select private.add_picture_triggers('public.transactions', 'update of invoice_image');
create trigger _060_write_line_addresses before insert or update of transactions on public.transactions
    for each row when (current_user = 'service_role' or private.app_role() = 'admin')
    execute function private.tg_transactions__write_line_addresses();
create trigger _100_validate before insert on public.transactions
    for each row when (row_security_active('public.transactions'))
    execute function private.tg_transactions__validate();
create trigger _100_keep_owner before update on public.transactions
    for each row execute function private.tg_transactions__keep_owner();
create trigger _150_one_proof_each before insert or update of invoice_image on public.transactions
    for each row when (row_security_active('public.transactions'))
    execute function private.tg_transactions__one_proof_each();
select private.enforce_quota('public.transactions');
create trigger _200_set_updated_at before update on public.transactions
    for each row execute function private.tg__set_updated_at();
create trigger _800_write_audit_entry after update or delete on public.transactions
    for each row execute function private.tg__write_audit_entry('uuid');
create trigger _810_write_audit_entry_of_others after insert on public.transactions
    for each row when (current_user = 'service_role' or private.app_role() = 'admin')
    execute function private.tg__write_audit_entry('uuid');
create trigger _860_settle_proof after insert or update on public.transactions
    for each row when (new.status <> 'Processed') execute function private.tg_transactions__settle_proof();
create trigger _870_copy_delivery after insert on public.transactions
    for each row execute function private.tg_transactions__copy_delivery();
create trigger _875_forget_delivery after update of status on public.transactions
    for each row when (new.status not in ('Processed', 'Accepted'))
    execute function private.tg_transactions__forget_delivery();
create trigger _880_hold_stock after insert on public.transactions
    for each row when (row_security_active('public.transactions'))
    execute function private.tg_transactions__hold_stock();
create trigger _885_hold_stock after update of status, transactions or delete on public.transactions
    for each row execute function private.tg_transactions__hold_stock();
create trigger _890_note_payment after insert on public.transactions
    for each row execute function private.tg_transactions__note_payment();
create trigger _891_follow_total after update of transactions, delivery_way, status on public.transactions
    for each row when (new.transactions is distinct from old.transactions
        or new.delivery_way is distinct from old.delivery_way
        or new.status = 'Processed' and old.status <> 'Processed')
    execute function private.tg_transactions__follow_total();
create trigger _892_note_review_of_others after insert on public.transactions
    for each row when (new.status <> 'Processed') execute function private.tg_transactions__note_review();
create trigger _893_note_review after update of status on public.transactions
    for each row when (new.status <> old.status) execute function private.tg_transactions__note_review();
create trigger _895_note_deletion after delete on public.transactions
    for each row execute function private.tg__note_deletion();
create trigger _910_enqueue_event after insert on public.transactions
    for each row when (row_security_active('public.transactions'))
    execute function private.tg_transactions__enqueue_event();
create trigger _915_note_decision after update of status on public.transactions
    for each row when (old.status <> new.status) execute function private.tg_transactions__enqueue_event();
create trigger _900_seal after insert or update or delete on public.transactions
    for each row execute function private.tg_transactions__seal();
