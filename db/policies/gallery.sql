-- gallery: pictures of shows and people. Everyone reads it; administrators write it.
select private.public_read_admin_write('public.gallery');
create trigger _110_begin_sort_time before insert on public.gallery
    for each row execute function private.tg__begin_sort_time();
