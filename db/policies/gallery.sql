-- gallery: pictures of shows and people. Everyone reads all of it; administrators keep it.
select private.everyone_reads_admins_keep('public.gallery');
create trigger _110_begin_sort_time before insert on public.gallery
    for each row execute function private.tg__begin_sort_time();
