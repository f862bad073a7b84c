-- name: newest_entries
-- The latest changes; the log holds account ids, and who they are now is looked up.
select a.created_at, a.actor, coalesce(actor.email, a.actor_id::text) as person, a.place, a.record_id::text,
  coalesce(subject.email, coalesce(a.after, a.before) ->> 'name', coalesce(a.after, a.before) ->> 'heading') as subject, a.action, a.before, a.after
from public.audit_log a
left join auth.users actor on actor.id = a.actor_id
left join auth.users subject on a.place = 'user_roles' and subject.id = a.record_id
order by a.created_at desc, a.uuid limit %s;
