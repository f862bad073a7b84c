-- An amount is reserved for the record that will owe it, so that two devices of one person are not shown the same one.
-- Those of today stay in use for their day.

alter table private.amount_reservations
    add column record uuid not null default gen_random_uuid(),
    drop constraint amount_reservations_pkey,
    add constraint amount_reservations_pkey primary key (record),
    alter column user_id set not null,
    alter column pathname set not null;
alter table private.amount_reservations alter column record drop default;
create index amount_reservations_of_a_person on private.amount_reservations (user_id, pathname);
create index amount_reservations_by_amount on private.amount_reservations (amount);
