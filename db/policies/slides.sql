-- slides: the pictures of the home page's carousel. Everyone reads it; administrators write it.
select private.public_read_admin_write('public.slides');
create trigger _110_begin_sort_time before insert on public.slides
    for each row execute function private.tg__begin_sort_time();
