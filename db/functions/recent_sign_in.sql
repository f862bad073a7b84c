-- Changing payment methods and how the shop says to pay, and deleting an account, requires a sign-in within the last 15 minutes, so that an unattended
-- browser is not enough.

-- When the caller's session was last authenticated by a password or a second factor, from its token (claim amr). What a clock
-- that ran ahead has dated proves nothing until then; 30 seconds are for clocks that disagree.
create or replace function private.last_authenticated_at() returns timestamptz
    language sql stable set search_path = ''
    as $$
        select to_timestamp(max((proof ->> 'timestamp')::float8))
        from jsonb_array_elements(case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' end) proof
        where proof ->> 'method' in ('password', 'totp', 'mfa/recovery_code')
            and (proof ->> 'timestamp')::float8 <= extract(epoch from now()) + 30
    $$;

create or replace function private.has_recent_sign_in() returns boolean
    language sql stable set search_path = ''
    as $$ select (private.last_authenticated_at() > now() - interval '15 minutes') is true $$;

-- Refuses an administrator who authenticated longer ago; all others are refused by policies.
create or replace function private.require_recent_sign_in() returns void
    language plpgsql stable set search_path = ''
    as $$
    begin
        if private.app_role() = 'admin' and not private.has_recent_sign_in() then
            raise exception using errcode = 'PT403', hint = 'recent_sign_in',
                message = 'Please enter your password again to change where people pay.';
        end if;
    end
    $$;

create or replace function private.tg__require_recent_sign_in() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.require_recent_sign_in();
        return coalesce(new, old);
    end
    $$;

-- Removing the picture of a payment method requires a recent sign-in, too; an unreferenced one needs only the rights.
create or replace function private.tg_objects__keep_where_people_pay() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        if exists (
            select from public.payment_methods
            where qris_image ->> 'filename' = regexp_replace(old.name, '^.*/', ''))
        then
            perform private.require_recent_sign_in();
        end if;
        return old;
    end
    $$;
