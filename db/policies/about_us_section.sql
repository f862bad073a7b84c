-- about_us_section: the about-us part of the home page. Everyone reads it; administrators write it.
select private.public_read_admin_write('public.about_us_section');
