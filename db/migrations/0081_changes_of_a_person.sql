-- Whoever asks for their data reads the changes that they made or that concern them, by index.
create index audit_log_of_an_actor on public.audit_log (actor_id);
create index audit_log_of_a_person on public.audit_log ((coalesce(after, before) ->> 'user_id'));
