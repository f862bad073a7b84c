-- events: castings and shows. Everyone reads those that are published; administrators write them, and read all.
select private.public_read_admin_write('public.events', 'published');
