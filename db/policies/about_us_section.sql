-- about_us_section: the about-us part of the home page. Everyone reads all of it; administrators keep it.
select private.public_read_admin_write('public.about_us_section');
