-- audition_announcements: what an audition came to. Talents read their own; leaders read all of them;
-- administrators write them.

-- 1 protection
alter table public.audition_announcements enable row level security;

-- 2 policies
-- A talent reads their own.
create policy select_own on public.audition_announcements for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
-- Leaders and administrators read all of them.
create policy select_all_as_leader on public.audition_announcements for select to authenticated
    using ((select private.app_role()) in ('leadership', 'admin'));
-- Only an administrator adds, changes and removes.
create policy insert_as_admin on public.audition_announcements for insert to authenticated
    with check ((select private.app_role()) = 'admin');
create policy update_as_admin on public.audition_announcements for update to authenticated
    using ((select private.app_role()) = 'admin');
create policy delete_as_admin on public.audition_announcements for delete to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.audition_announcements to authenticated, service_role;
grant insert (uuid, user_id, audition_status, training_time, rehearsal_time, audition_time, created_at,
    updated_at)
    on public.audition_announcements to authenticated, service_role;
grant update (uuid, user_id, audition_status, training_time, rehearsal_time, audition_time, created_at,
    updated_at)
    on public.audition_announcements to authenticated, service_role;
grant delete on public.audition_announcements to authenticated, service_role;

-- 4 not granted
-- Everything for anon. truncate. Leaders announce nothing: they read.

-- 5 on write
create trigger _010_keep_deleted before delete on public.audition_announcements
    for each row when (pg_trigger_depth() = 0) execute function private.tg__keep_deleted();
create trigger _100_cap_timestamps before insert on public.audition_announcements
    for each row when (new.created_at > now() and private.app_role() = 'admin')
    execute function private.tg__set_timestamps();
create trigger _100_set_updated_at before update on public.audition_announcements
    for each row execute function private.tg__set_updated_at();
create trigger _700_correct_event after update on public.audition_announcements
    for each row when ((old.audition_status <> new.audition_status
        or new.audition_status and (old.training_time, old.rehearsal_time, old.audition_time)
            is distinct from (new.training_time, new.rehearsal_time, new.audition_time)))
    execute function private.tg_audition_announcements__correct_event();
select private.enforce_quota('public.audition_announcements');
create trigger _895_drop_messages after delete on public.audition_announcements
    for each row execute function private.tg__drop_messages();
create trigger _910_enqueue_event after insert on public.audition_announcements
    for each row when (row_security_active('public.audition_announcements'))
    execute function private.tg__enqueue_event('announcement_made', '15 seconds');
create trigger _920_enqueue_correction after update on public.audition_announcements
    for each row when (row_security_active('public.audition_announcements')
        and (old.audition_status <> new.audition_status
        or new.audition_status and (old.training_time, old.rehearsal_time, old.audition_time)
            is distinct from (new.training_time, new.rehearsal_time, new.audition_time)))
    execute function private.tg_audition_announcements__enqueue_correction();
