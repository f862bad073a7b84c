-- A run looks for the shop's own rules by their names: those on a table that 0034 renamed would pass for the owner's, and stop
-- every upgrade. The function had one argument less; beside the new one, a call with one argument means neither.
update private.made_rules set name = replace(name, 'public.statement_ties', 'public.reconciliations')
where name ~ 'public\.statement_ties\M';
drop function if exists private.public_read_admin_write(regclass);
