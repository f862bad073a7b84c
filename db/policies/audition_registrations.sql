-- audition_registrations: talents who want to audition. Talents send and read their own; leaders read all of
-- them; administrators keep them.

-- 1 protection
alter table public.audition_registrations enable row level security;

-- 2 policies
-- A talent reads their own.
create policy select_own on public.audition_registrations for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
-- Leaders and administrators read all of them.
create policy select_all_as_leader on public.audition_registrations for select to authenticated
    using ((select private.app_role()) in ('leadership', 'admin'));
-- A talent registers themselves, with pictures that nobody else uploaded.
create policy insert_own on public.audition_registrations for insert to authenticated
    with check (
        user_id = (select auth.uid()) and (select private.app_role()) = 'talent'
        and not private.is_uploaded_by_another(
            private.picture_folder('audition_registrations', 'comcard_image'), comcard_image)
        and not private.is_uploaded_by_another(
            private.picture_folder('audition_registrations', 'invoice_image'), invoice_image));
-- An administrator registers anybody.
create policy insert_as_admin on public.audition_registrations for insert to authenticated
    with check ((select private.app_role()) = 'admin');
-- Only an administrator changes and removes.
create policy update_as_admin on public.audition_registrations for update to authenticated
    using ((select private.app_role()) = 'admin');
create policy delete_as_admin on public.audition_registrations for delete to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.audition_registrations to authenticated, service_role;
grant insert (uuid, user_id, name, place_and_date_of_birth, address, age, body_weight, height,
    comcard_image, invoice_image, created_at, updated_at)
    on public.audition_registrations to authenticated, service_role;
grant update (uuid, user_id, name, place_and_date_of_birth, address, age, body_weight, height,
    comcard_image, invoice_image, created_at, updated_at)
    on public.audition_registrations to authenticated, service_role;
grant delete on public.audition_registrations to authenticated, service_role;

-- 4 not granted
-- Everything for anon: a name, an address and a face are nobody else's business.
-- truncate. A talent can't change or withdraw a registration: it was paid for and is being judged.

-- 5 on write
create trigger _010_keep_deleted before delete on public.audition_registrations
    for each row when (pg_trigger_depth() = 0) execute function private.tg__keep_deleted();
create trigger _040_until_the_deadline before insert on public.audition_registrations
    for each row when (private.app_role() = 'talent')
    execute function private.tg_audition_registrations__until_the_deadline();
select private.add_picture_triggers('public.audition_registrations');
create trigger _100_set_timestamps before insert on public.audition_registrations
    for each row when (private.app_role() = 'talent') execute function private.tg__set_timestamps();
create trigger _100_set_updated_at before update on public.audition_registrations
    for each row execute function private.tg__set_updated_at();
select private.enforce_quota('public.audition_registrations');
create trigger _880_join_event after insert on public.audition_registrations
    for each row execute function private.tg_audition_registrations__join_event();
create trigger _890_note_payment after insert on public.audition_registrations
    for each row execute function private.tg_audition_registrations__note_payment();
create trigger _895_note_deletion after delete on public.audition_registrations
    for each row execute function private.tg__note_deletion();
create trigger _910_enqueue_event after insert on public.audition_registrations
    for each row when (row_security_active('public.audition_registrations'))
    execute function private.tg__enqueue_event('registration_received', '0 seconds');
