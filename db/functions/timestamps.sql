-- When a record was made and last changed.

-- An edit keeps uuid and created_at, whatever was sent, and sets updated_at to now.
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

-- What a talent sends is dated by the shop's clock, not by the talent's.
create or replace function private.tg__set_timestamps() returns trigger
    language plpgsql set search_path = ''
    as $$
    begin
        new.created_at := now();
        new.updated_at := now();
        return new;
    end
    $$;

revoke all on function private.tg__set_updated_at(), private.tg__set_timestamps()
    from public, anon, authenticated, service_role;
