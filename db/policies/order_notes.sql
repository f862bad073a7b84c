-- order_notes: internal notes of administrators about orders; public.keep_order_note writes it.

-- 1 protection
alter table public.order_notes enable row level security;

-- 2 policies
-- An administrator reads all of them.
create policy select_as_admin on public.order_notes for select to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.order_notes to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate: a function writes it, and it goes with its order. Everything for anon. Talents and
-- leaders read none.

-- 5 on write
-- Nothing: a note may be rewritten.
