-- slides: the pictures of the home page's carousel. Everyone reads all of it; administrators keep it.
select private.everyone_reads_admins_keep('public.slides', picture => 'image', folder => 'slides');
