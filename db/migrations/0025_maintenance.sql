-- Maintenance mode: on while there is a row. In the database, so that every gateway follows and a restart doesn't end it.

create table private.maintenance (
    is_on boolean default true,
    message text not null default '',
    began_at timestamptz not null default now(),
    constraint maintenance_pkey primary key (is_on),
    constraint maintenance_is_one_row check (is_on),
    constraint maintenance_message_fits_a_page check (char_length(message) <= 1000)
);
alter table private.maintenance enable row level security;
comment on table private.maintenance is 'One row while visitors read that the shop is under maintenance.';
comment on column private.maintenance.message is 'What they read beside that; may be empty.';
