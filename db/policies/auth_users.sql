-- auth.users: accounts. They belong to the accounts service; only roles are ours (functions/roles.sql).

-- 1 protection, 2 policies, 3 rights
-- The platform's: no browser's token reads or writes this table.

-- 4 not granted
-- Setting a role by sign-up data, by updateUser or by the service key: the mirror is rewritten on every write.

-- 5 on write
create trigger tapis_100_mirror_role before insert or update of raw_app_meta_data, raw_user_meta_data
    on auth.users for each row execute function private.tg_users__mirror_role();
create trigger tapis_200_begin_as_talent after insert on auth.users
    for each row execute function private.tg_users__begin_as_talent();

-- Accounts whose mirror shows something else, such as those older than the trigger, are put right.
update auth.users set raw_app_meta_data = raw_app_meta_data
where (raw_app_meta_data ->> 'role', raw_user_meta_data ->> 'role') is distinct from (
    select (role, role) from private.user_roles where user_id = id);
