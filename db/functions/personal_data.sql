-- Personal data: the export of everything about a person, and its deletion.
--
-- Refusals: SQLSTATE (HTTP status), hint
--   PT403 (403)  recent_sign_in   the session was proved more than 15 minutes ago
--   PT403 (403)  administrator    an administrator's account is removed on the server

-- All data except the password and keys, which only the accounts service reads.
create or replace function private.data_of(person uuid) returns jsonb
    language sql stable security definer set search_path = ''
    as $$
        select jsonb_build_object(
            'account', (
                select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at,
                    'email_confirmed_at', email_confirmed_at, 'last_sign_in_at', last_sign_in_at,
                    'user_metadata', raw_user_meta_data)
                from auth.users where id = person),
            'role', (select role from private.user_roles where user_id = person),
            'sign_ins', (
                select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'refreshed_at', refreshed_at,
                    'user_agent', user_agent, 'ip', ip) order by created_at), '[]')
                from auth.sessions where user_id = person),
            'second_factors', (
                select coalesce(jsonb_agg(jsonb_build_object('name', friendly_name, 'type', factor_type,
                    'created_at', created_at) order by created_at), '[]')
                from auth.mfa_factors where user_id = person),
            'delivery_details', (
                select to_jsonb(details) from public.delivery_details as details where user_id = person),
            'push_subscriptions', (
                select coalesce(jsonb_agg(jsonb_build_object('endpoint', endpoint, 'language', language,
                    'created_at', created_at) order by created_at), '[]')
                from public.push_subscriptions where user_id = person),
            'wishes', (
                select coalesce(jsonb_agg(to_jsonb(wish) - 'user_id' order by created_at), '[]')
                from public.wishes as wish where user_id = person),
            'orders', (
                select coalesce(jsonb_agg(to_jsonb(ordered) || jsonb_build_object('delivery', (
                    select to_jsonb(delivered) - array['order_uuid', 'user_id']
                    from public.order_deliveries as delivered where delivered.order_uuid = ordered.uuid))
                    order by created_at), '[]')
                from public.transactions as ordered where user_id = person),
            'audition_registrations', (
                select coalesce(jsonb_agg(to_jsonb(registered) order by created_at), '[]')
                from public.audition_registrations as registered where user_id = person),
            'payments', (
                select coalesce(jsonb_agg(to_jsonb(paid) - 'user_id' order by created_at), '[]')
                from public.payments as paid where user_id = person),
            'refunds', (
                select coalesce(jsonb_agg(to_jsonb(back) - 'user_id' order by created_at), '[]')
                from public.refunds as back where user_id = person),
            'parcels', (
                select coalesce(jsonb_agg(to_jsonb(parcel) - 'user_id' order by sent_at), '[]')
                from public.parcels as parcel where user_id = person),
            'audition_announcements', (
                select coalesce(jsonb_agg(to_jsonb(announced) order by created_at), '[]')
                from public.audition_announcements as announced where user_id = person),
            'event_registrations', (
                select coalesce(jsonb_agg(to_jsonb(registered) - 'user_id' order by created_at), '[]')
                from public.event_registrations as registered where user_id = person),
            'event_announcements', (
                select coalesce(jsonb_agg(to_jsonb(announced) - 'user_id' order by announced_at), '[]')
                from public.event_announcements as announced where user_id = person),
            'passes', (
                select coalesce(jsonb_agg(to_jsonb(pass) - 'user_id' order by created_at), '[]')
                from public.passes as pass where user_id = person),
            'check_ins', (
                select coalesce(jsonb_agg(jsonb_build_object('event_uuid', event_uuid, 'answer', answer,
                    'scanned_at', scanned_at) order by scanned_at), '[]')
                from public.check_ins where user_id = person),
            'casting_scores', (
                select coalesce(jsonb_agg(to_jsonb(given) - 'user_id' order by created_at), '[]')
                from public.casting_scores as given where user_id = person),
            'notification_choices', (
                select to_jsonb(chosen) - 'user_id' from public.notification_choices as chosen where user_id = person),
            'messages', (
                select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'sent_at', sent_at, 'way', way,
                    'kind', kind, 'record', record, 'data', data) order by created_at, id), '[]')
                from private.messages where user_id = person),
            'deleted_records', (
                -- What administrators noted about an order is theirs.
                select coalesce(jsonb_agg(to_jsonb(deleted) - array['deleted_by', case place when 'transactions' then 'beside' end]
                    order by deleted_at), '[]')
                from private.deleted_records as deleted where record ->> 'user_id' = person::text),
            'pictures', (
                select coalesce(jsonb_agg(jsonb_build_object('name', name, 'created_at', created_at,
                    'size', metadata -> 'size', 'type', metadata -> 'mimetype') order by created_at, name), '[]')
                from storage.objects where bucket_id = 'tapis' and owner_id = person::text),
            'changes', (
                select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'place', place,
                    'record_id', record_id, 'action', action) order by created_at), '[]')
                from public.audit_log
                where actor_id = person or coalesce(after, before) ->> 'user_id' = person::text))
    $$;

-- For everybody with a role, about themselves.
create or replace function public.my_data() returns jsonb
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        if private.app_role() is null then
            raise insufficient_privilege using message = 'permission denied to read personal data';
        end if;
        return private.data_of(auth.uid());
    end
    $$;

-- The numbers of records that are deleted with an account, and of those kept, for the confirmation.
create or replace function private.removal_of(person uuid) returns jsonb
    language sql stable security definer set search_path = ''
    as $$
        select jsonb_build_object(
            'registrations', (select count(*) from public.audition_registrations where user_id = person),
            'announcements', (select count(*) from public.audition_announcements where user_id = person),
            'pictures', (
                select count(*) from storage.objects where bucket_id = 'tapis' and owner_id = person::text
                    and private.is_personal(bucket_id, name) and not exists (
                        select from private.record_pictures as noted
                        where noted.place = 'transactions' and noted.object_name = objects.name)),
            'orders', (select count(*) from public.transactions where user_id = person),
            'open_orders', (
                select count(*) from public.transactions
                where user_id = person and status in ('Processed', 'Accepted')))
    $$;

-- For everybody with a role, about themselves.
create or replace function public.my_removal() returns jsonb
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        if private.app_role() is null then
            raise insufficient_privilege using message = 'permission denied to read personal data';
        end if;
        return private.removal_of(auth.uid());
    end
    $$;

-- Deletes an account with all dependent records, its model cards and its proofs. Orders are kept with the proofs that they
-- reference and without name and address; an open order keeps these until it is finished or rejected.
create or replace function private.remove_account(person uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform pg_advisory_xact_lock(hashtextextended('orders of ' || person, 0));
        delete from auth.users where id = person;
        delete from private.record_pictures as noted using private.object_names as used
        where noted.place = 'audition_registrations' and used.bucket_id = 'tapis' and used.name = noted.object_name
            and used.owner_id = person::text;
        perform set_config('storage.allow_delete_query', 'true', true); -- a hosted project asks for it
        delete from storage.objects
        where bucket_id = 'tapis' and owner_id = person::text and private.is_personal(bucket_id, name)
            and not private.is_referenced(name) and not private.is_preserved_proof(name);
        perform set_config('storage.allow_delete_query', '', true);
        -- Nobody brings these back: the next sweep deletes their bytes. What an order named stays as long as the order can come back.
        if to_regclass('storage.removed') is not null then
            update storage.removed set is_expired = true, removed_at = now()
            where object ->> 'owner_id' = person::text
                and private.is_personal(object ->> 'bucket_id', object ->> 'name')
                and not exists (
                    select from private.record_pictures as noted where noted.object_name = removed.object ->> 'name');
        end if;
    end
    $$;

-- For talents and leaders, about themselves.
create or replace function public.delete_my_account() returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        caller text := private.app_role();
    begin
        if caller is null then
            raise insufficient_privilege using message = 'permission denied to delete the account';
        elsif caller = 'admin' then
            raise exception using errcode = 'PT403', hint = 'administrator',
                message = 'The account of an administrator is removed on the server, with `tapis users remove`.';
        elsif not private.has_recent_sign_in() then
            raise exception using errcode = 'PT403', hint = 'recent_sign_in',
                message = 'Please enter your password again to delete your account.';
        end if;
        perform private.remove_account(auth.uid());
    end
    $$;

grant execute on function public.my_data(), public.my_removal(), public.delete_my_account() to authenticated;
