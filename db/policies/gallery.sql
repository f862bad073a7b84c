-- gallery: pictures of shows and people. Everyone reads all of it; administrators keep it.
select private.everyone_reads_admins_keep('public.gallery', picture => 'image', folder => 'gallery');
