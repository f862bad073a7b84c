-- auth.users: accounts. They belong to the accounts service; the shop only manages roles (functions/roles.sql).

-- 1 protection, 2 policies, 3 rights
-- The platform's: no browser's token reads or writes this table.

-- 4 not granted
-- Setting a role by sign-up data, by updateUser or by the service key: the copy is rewritten on every write.

-- 5 on write, named tapis_… and replaced: a hosted project lets us create a trigger here and not drop it
create or replace trigger tapis_100_mirror_role before insert or update of raw_app_meta_data, raw_user_meta_data
    on auth.users for each row execute function private.tg_users__mirror_role();
create or replace trigger tapis_200_begin_as_talent after insert on auth.users
    for each row execute function private.tg_users__begin_as_talent();

create or replace trigger tapis_300_forget_deleted_records after delete on auth.users
    for each row execute function private.tg_users__purge_deleted_records();

-- Corrects accounts with a wrong copy, such as those older than the trigger.
update auth.users as account set raw_app_meta_data = account.raw_app_meta_data
from auth.users as shown left join private.user_roles as truth on truth.user_id = shown.id
where shown.id = account.id
    and (shown.raw_app_meta_data ->> 'role' is distinct from truth.role
        or shown.raw_user_meta_data ->> 'role' is distinct from truth.role);
