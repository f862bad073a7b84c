-- A message that was given up can be sent again: it is tried for three days from then on.

alter table private.messages add column tried_since timestamptz not null default now();
comment on column private.messages.tried_since is 'Three days later it is given up.';
update private.messages set tried_since = created_at;
