-- How many pictures a backup lacks, because the shop itself had lost them.

alter table private.backups add column damaged integer,
    add constraint backups_damaged_not_negative check (damaged >= 0),
    add constraint backups_damaged_of_a_backup check (damaged is null or name is not null);
comment on column private.backups.damaged is
    'Pictures that were missing or damaged in the shop when it was made; empty: it failed, or is older than the column.';
