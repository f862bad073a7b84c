-- press: what newspapers and magazines write about the house. Everyone reads all of it; administrators keep it.
select private.everyone_reads_admins_keep('public.press');
