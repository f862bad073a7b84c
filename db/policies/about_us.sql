-- about_us: the About Us page. Everyone reads it; administrators write it.
select private.public_read_admin_write('public.about_us');
