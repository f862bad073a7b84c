-- name: copy_roles_to_accounts
-- Accounts whose metadata has another role; their trigger (db/functions/roles.sql) corrects it.
update auth.users as account set raw_app_meta_data = account.raw_app_meta_data
from auth.users as shown left join private.user_roles as truth on truth.user_id = shown.id
where shown.id = account.id
    and (shown.raw_app_meta_data ->> 'role' is distinct from truth.role
        or shown.raw_user_meta_data ->> 'role' is distinct from truth.role);

-- name: count_unusable_passwords
-- Accounts without a hash that fits the pattern.
select count(*) from auth.users where coalesce(encrypted_password, '') !~ %s and deleted_at is null;
