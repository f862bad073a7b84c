-- payment_methods: where to pay. Everyone reads all of it; administrators keep it.

-- 1 protection
alter table public.payment_methods enable row level security;

-- 2 policies
-- Everyone reads everything, signed in or not.
create policy select_all on public.payment_methods for select to anon, authenticated using (true);
-- Only an administrator adds, changes and removes.
create policy insert_as_admin on public.payment_methods for insert to authenticated
    with check ((select private.app_role()) = 'admin');
create policy update_as_admin on public.payment_methods for update to authenticated
    using ((select private.app_role()) = 'admin');
create policy delete_as_admin on public.payment_methods for delete to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.payment_methods to anon, authenticated, service_role;
grant insert (uuid, pathname, payment_account, account_number, qris_image, full_name, created_at,
    updated_at)
    on public.payment_methods to authenticated, service_role;
grant update (uuid, pathname, payment_account, account_number, qris_image, full_name, created_at,
    updated_at)
    on public.payment_methods to authenticated, service_role;
grant delete on public.payment_methods to authenticated, service_role;

-- 4 not granted
-- truncate: row level security doesn't judge it. Anything but reading for anon.
-- uuid and created_at may be sent along with an edit, as an upsert does, and stay what they were.

-- 5 on write
create trigger _100_touch before update on public.payment_methods
    for each row execute function private.tg__touch();
create trigger _900_tell_changed after insert or update or delete or truncate on public.payment_methods
    for each statement execute function private.tg__tell_changed();
create trigger _800_record_change after insert or update or delete on public.payment_methods
    for each row execute function private.tg__record_change('uuid');
