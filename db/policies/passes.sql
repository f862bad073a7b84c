-- passes: admission passes of accepted people. Talents read their own; leaders read all of them; public.announce() writes them
-- (functions/announcing.sql).
select private.read_only('public.passes', 'select_own', 'select_all_as_leader');
create trigger _900_notify_casting after insert or update or delete on public.passes
    for each statement execute function private.tg__notify_casting('leaders');
