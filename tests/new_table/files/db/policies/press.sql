-- press: what newspapers and magazines write about the house. Everyone reads all of it; administrators keep it.
select private.public_read_admin_write('public.press');
