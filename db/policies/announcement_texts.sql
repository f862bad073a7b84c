-- announcement_texts: the texts for groups. Only administrators read them; public.keep_announcement_text() writes them
-- (functions/announcing.sql).

-- 1 protection
alter table public.announcement_texts enable row level security;

-- 2 policies
-- An administrator reads all of them.
create policy select_as_admin on public.announcement_texts for select to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.announcement_texts to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: placeholders are checked first.
-- Everything for anon.

-- 5 on write
create trigger _900_notify_casting after insert or update or delete on public.announcement_texts
    for each statement execute function private.tg__notify_casting('admins');
