-- The times of creation and last change of records.

-- An edit keeps uuid and created_at, regardless of the values sent, and sets updated_at to now.
create or replace function private.tg__set_updated_at() returns trigger
    language plpgsql set search_path = ''
    as $$
    begin
        new.uuid := old.uuid;
        new.created_at := old.created_at;
        new.updated_at := now();
        return new;
    end
    $$;

-- What a talent sends is dated by the shop's clock, not by the talent's; so is what an administrator's device dates later than
-- now, as it would stay the newest.
create or replace function private.tg__set_timestamps() returns trigger
    language plpgsql set search_path = ''
    as $$
    begin
        new.created_at := now();
        new.updated_at := now();
        return new;
    end
    $$;

-- A new record is first in its list, unless a position was given.
create or replace function private.tg__begin_sort_time() returns trigger
    language plpgsql set search_path = ''
    as $$
    begin
        new.sort_time := coalesce(new.sort_time, new.created_at);
        return new;
    end
    $$;
