-- The id of the shop, and how long it has been running, for the storage service's sweeper; whether it sends notifications.

create or replace function private.shop_id() returns uuid
    language sql stable security definer set search_path = ''
    as $$ select id from private.shop $$;

-- How long removed pictures and deleted records can be restored.
create or replace function private.recoverable() returns interval
    language sql stable security definer set search_path = ''
    as $$ select recoverable from private.shop $$;

-- Whether it was restored from a backup, and not told yet to send notifications.
create or replace function private.is_silent() returns boolean
    language sql stable security definer set search_path = ''
    as $$ select exists (select from private.shop where silent_since is not null) $$;

-- Records that the shop is running. Up to an hour since it was last seen counts as running; after a longer gap, or a jump of the
-- clock, a new period starts. Returns the database's clock.
create or replace function private.note_running(jumped boolean, recoverable_for interval) returns timestamptz
    language plpgsql security definer set search_path = ''
    as $$
    declare
        present timestamptz;
    begin
        lock table private.running_periods in share row exclusive mode;
        present := clock_timestamp();
        update private.shop set recoverable = recoverable_for where recoverable <> recoverable_for;
        update private.running_periods set seen_at = present
        where id = (select max(id) from private.running_periods)
            and not jumped and present between seen_at and seen_at + interval '1 hour';
        if not found then
            insert into private.running_periods (started_at, seen_at, follows_jump) values (present, present, jumped);
        end if;
        return present;
    end
    $$;

-- The moment since which the shop has been running for that long, so that what is older has that age. Where a clock was set
-- back, the earliest moment that later periods know: what they stamped is never taken for older than it is. A hosted project
-- has no file service of ours that notes anything; its clock counts.
create or replace function private.uptime_cutoff(age interval) returns timestamptz
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        period private.running_periods;
        remaining interval := age;
        later timestamptz := 'infinity';
    begin
        if age <= interval '0' or to_regclass('storage.removed') is null then
            return now() - age;
        end if;
        for period in select * from private.running_periods order by id desc loop
            if period.seen_at - period.started_at >= remaining then
                return least(period.seen_at - remaining, later);
            end if;
            remaining := remaining - (period.seen_at - period.started_at);
            later := least(later, period.started_at);
        end loop;
        return '-infinity';
    end
    $$;

-- After a jump of the clock the shop must run for a day before a sweep; returns the remaining time, or null.
create or replace function private.wait_after_jump() returns interval
    language sql stable security definer set search_path = ''
    as $$
        select interval '1 day' - ran
        from (
            select sum(seen_at - started_at) as ran from private.running_periods
            where id >= (select max(id) from private.running_periods where follows_jump)) as since_jump
        where ran < interval '1 day'
    $$;

grant execute on function private.shop_id(), private.recoverable(), private.note_running(boolean, interval),
    private.uptime_cutoff(interval), private.wait_after_jump() to supabase_storage_admin;
