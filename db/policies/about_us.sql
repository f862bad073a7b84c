-- about_us: the About Us page. Everyone reads all of it; administrators keep it.
select private.public_read_admin_write('public.about_us');
