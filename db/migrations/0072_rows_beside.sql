-- What goes with a deleted record comes back with it.

alter table private.deleted_records add column beside jsonb not null default '{}';
comment on column private.deleted_records.beside is 'Rows of other tables that went with it, by table.';
