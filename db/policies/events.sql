-- events: castings and shows. Everyone reads those that are published; administrators keep them, and see the others.
select private.public_read_admin_write('public.events', 'published');
