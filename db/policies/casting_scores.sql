-- casting_scores: scores of jurors. Leaders read their own, and those of others for registrants whom they have scored; administrators
-- read all of them; public.score_registration() writes them (functions/casting.sql).

-- 1 protection
alter table public.casting_scores enable row level security;

-- 2 policies
-- A juror reads their own, and after that those of others.
create policy select_own on public.casting_scores for select to authenticated
    using ((select private.app_role()) = 'leadership' and (user_id = (select auth.uid()) or private.caller_has_scored(uuid)));
-- An administrator reads all of them.
create policy select_as_admin on public.casting_scores for select to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.casting_scores to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: a juror has one score.
-- Talents never read a score.
-- Everything for anon.

-- 5 on write
create trigger _190_quota after insert or update on public.casting_scores
    for each row execute function private.tg__enforce_quota();
-- A juror may have read the others' meanwhile. The note goes with its person, and the log stays.
create trigger _800_write_audit_entry after update on public.casting_scores
    for each row when (new.score is distinct from old.score and old.score is not null)
    execute function private.tg__write_audit_entry('uuid', 'note');
create trigger _900_notify_casting after insert or update or delete on public.casting_scores
    for each statement execute function private.tg__notify_casting('leaders');
