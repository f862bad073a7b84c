-- Backups: the record of each attempt by `tapis serve` and the command line, when the next is due, and when the last successful
-- one was made.

-- For the owner: records an attempt and deletes old entries, except the last successful one.
create or replace function private.record_backup(
    why text, began timestamptz, filename text, size_bytes bigint, failure text
) returns void
    language sql set search_path = ''
    as $$
        delete from private.backups where ended_at < now() - interval '90 days'
            and id <> coalesce((select max(id) from private.backups where name is not null), 0);
        insert into private.backups (reason, began_at, name, bytes, error) values (why, began, filename, size_bytes, failure);
    $$;

-- The time since which a daily backup is due: three in the morning in the shop's time zone, when nobody orders.
create or replace function private.backup_due_since(at timestamptz) returns timestamptz
    language sql immutable set search_path = ''
    as $$
        select (date_trunc('day', at at time zone 'Asia/Jakarta' - interval '3 hours') + interval '3 hours')
            at time zone 'Asia/Jakarta'
    $$;

-- When the last successful backup was made, and when one failed since; each may be null. Entries dated in the future by a wrong
-- clock are ignored: no backup would be due until then.
create or replace function private.backup_state_with_error() returns table (made_at timestamptz, failed_at timestamptz, error text)
    language sql stable security definer set search_path = ''
    as $$
        with good as (select max(ended_at) as at from private.backups where name is not null and ended_at <= now())
        select good.at, failed.ended_at, failed.error
        from good left join lateral (
            select ended_at, backups.error from private.backups
            where name is null and ended_at > coalesce(good.at, '-infinity') and ended_at <= now() order by ended_at desc limit 1
        ) as failed on true
    $$;

-- The same for administrators, without the reason of a failure, which contains folders of the server; and since when the shop is
-- silent, if it was restored from a backup.
create or replace function public.backup_state() returns table (made_at timestamptz, failed_at timestamptz, silent_since timestamptz)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('read when the last backup was made');
        return query
            select state.made_at, state.failed_at, shop.silent_since
            from private.backup_state_with_error() as state cross join private.shop;
    end
    $$;

grant execute on function public.backup_state() to authenticated;
-- The gateway's metrics.
grant execute on function private.backup_state_with_error() to supabase_auth_admin;
