-- about_us: the About Us page. Everyone reads all of it; administrators keep it.
select private.everyone_reads_admins_keep('public.about_us');
