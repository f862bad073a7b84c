-- Backups: the record of each attempt by `tapis serve` and the command line, when the next is due, and when the last successful
-- one was made.

-- For the owner: records an attempt and deletes old entries, except the last backup that has all pictures and those after it: by them
-- is decided what is kept. Until a damage is known, a backup counts as one that has all.
create or replace function private.record_backup(
    why text, began timestamptz, filename text, size_bytes bigint, failure text, damaged integer
) returns void
    language sql set search_path = ''
    as $$
        delete from private.backups where ended_at < now() - interval '90 days' and (name is null or id < (
            select coalesce(max(whole.id), 0) from private.backups as whole
            where whole.name is not null and coalesce(whole.damaged, 0) = 0));
        insert into private.backups (reason, began_at, name, bytes, error, damaged)
        values (why, began, filename, size_bytes, failure, record_backup.damaged);
    $$;

-- As a gateway of the former version records it, while gateways are upgraded in turn.
create or replace function private.record_backup(
    why text, began timestamptz, filename text, size_bytes bigint, failure text
) returns void
    language sql set search_path = ''
    as $$ select private.record_backup(why, began, filename, size_bytes, failure, null) $$;

-- The time since which a daily backup is due: three in the morning in the shop's time zone, when nobody orders.
create or replace function private.backup_due_since(at timestamptz) returns timestamptz
    language sql immutable set search_path = ''
    as $$
        select (date_trunc('day', at at time zone 'Asia/Jakarta' - interval '3 hours') + interval '3 hours')
            at time zone 'Asia/Jakarta'
    $$;

-- When the last successful backup was made, when one failed since, and how many pictures the former lacks; each may be null. Entries
-- dated in the future by a wrong clock are ignored: no backup would be due until then.
drop function if exists private.backup_state_with_error(); -- it had another result in older versions
create function private.backup_state_with_error()
    returns table (made_at timestamptz, failed_at timestamptz, error text, damaged integer)
    language sql stable security definer set search_path = ''
    as $$
        select good.ended_at, failed.ended_at, failed.error, good.damaged
        from (values (true)) as always left join lateral (
            select ended_at, backups.damaged from private.backups
            where name is not null and ended_at <= now() order by ended_at desc, id desc limit 1
        ) as good on true left join lateral (
            select ended_at, backups.error from private.backups
            where name is null and ended_at > coalesce(good.ended_at, '-infinity') and ended_at <= now() order by ended_at desc limit 1
        ) as failed on true
    $$;

-- The same for administrators, without the reason of a failure, which contains folders of the server; and since when the shop is
-- silent, if it was restored from a backup.
drop function if exists public.backup_state(); -- it had another result in older versions
create function public.backup_state()
    returns table (made_at timestamptz, failed_at timestamptz, damaged integer, silent_since timestamptz)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('read when the last backup was made');
        return query
            select state.made_at, state.failed_at, state.damaged, shop.silent_since
            from private.backup_state_with_error() as state cross join private.shop;
    end
    $$;

grant execute on function public.backup_state() to authenticated;
-- The gateway's metrics.
grant execute on function private.backup_state_with_error() to supabase_auth_admin;
