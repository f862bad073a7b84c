-- The caller: the one predicate that every policy builds on.

-- The role of the request's account: talent, leadership, admin, or null for all others. Reads the row and not the token,
-- so a demotion takes effect at once. An account with a second factor has no role in a session without its verification.
create or replace function private.app_role() returns text
    language sql stable security definer set search_path = ''
    as $$
        select role from private.user_roles
        where user_id = (select auth.uid()) and (
            auth.jwt() ->> 'aal' = 'aal2'
            or not exists (
                select from auth.mfa_factors factor
                where factor.user_id = user_roles.user_id and factor.status = 'verified'
            )
        )
    $$;

-- The same for the gateway's event stream, which calls it as its reader.
create or replace function public.my_role() returns text
    language sql stable security definer set search_path = ''
    as $$ select private.app_role() $$;

grant execute on function private.app_role() to authenticated, service_role;
grant execute on function public.my_role() to authenticated;

-- Constraints are checked as the role that writes, so writers may call what constraints call.
grant execute on function private.are_areas(jsonb), private.are_event_days(jsonb), private.are_places(jsonb),
    private.are_questions(jsonb), private.is_delivery_way(jsonb), private.is_image(jsonb), private.are_images(jsonb), private.are_sizes(jsonb),
    private.are_translations(jsonb), private.are_order_lines(jsonb), private.qris_fields(text), private.crc16(bytea),
    private.qris_fault(text) to authenticated, service_role;
