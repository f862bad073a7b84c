-- private.user_roles: the roles of accounts. Nobody reads or writes it through the shop; the owner of the server does, with
-- `tapis users`.

-- 1 protection
alter table private.user_roles enable row level security;

-- 2 policies
-- None: the functions that read it are named in functions/caller_role.sql and functions/roles.sql.

-- 3 rights
-- None, not even for the service key: a role is granted from the server's own disk or database credentials.

-- 4 not granted
-- Everything.

-- 5 on write
create trigger _100_mirror after insert or update or delete on private.user_roles
    for each row execute function private.tg_user_roles__mirror();
create trigger _110_drop_messages_of_demoted after update of role on private.user_roles
    for each row when (old.role = 'admin' and new.role <> 'admin') execute function private.tg_user_roles__drop_messages();
create trigger _120_drop_messages_of_removed after delete on private.user_roles
    for each row when (old.role = 'admin') execute function private.tg_user_roles__drop_messages();
create trigger _800_write_audit_entry after insert or update or delete on private.user_roles
    for each row execute function private.tg__write_audit_entry('user_id');
