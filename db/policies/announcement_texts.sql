-- announcement_texts: the texts for groups. Only administrators read them; public.keep_announcement_text() writes them
-- (functions/announcing.sql), which checks placeholders first.
select private.read_only('public.announcement_texts', 'select_as_admin');
create trigger _900_notify_casting after insert or update or delete on public.announcement_texts
    for each statement execute function private.tg__notify_casting('admins');
