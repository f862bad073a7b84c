-- reviews: whether a payment was accepted. The buyer and administrators read it; functions and the order's trigger write
-- it (functions/reviews.sql).

-- 1 protection
alter table public.reviews enable row level security;

-- 2 policies
-- A talent reads their own.
create policy select_own on public.reviews for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
-- An administrator reads all of them.
create policy select_as_admin on public.reviews for select to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.reviews to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: a decision is made by public.review.
-- Who decided is in private.reviewers, for administrators alone. Everything for anon. Leaders have nothing to do with money.

-- 5 on write
create trigger _100_note_reviewer after insert or update of decision on public.reviews
    for each row execute function private.tg_reviews__note_reviewer();
create trigger _800_write_audit_entry after insert or update or delete on public.reviews
    for each row execute function private.tg__write_audit_entry('record');
create trigger _910_enqueue_event after insert or update or delete on public.reviews
    for each row execute function private.tg_reviews__enqueue_event();
