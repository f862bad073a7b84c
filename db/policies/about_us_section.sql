-- about_us_section: the about-us part of the home page. Everyone reads all of it; administrators keep it.
select private.everyone_reads_admins_keep('public.about_us_section');
