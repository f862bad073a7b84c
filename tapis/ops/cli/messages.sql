-- name: newest_messages
-- The latest messages, without what they say. `next_attempt` only of those that will be sent.
select message.created_at at time zone 'UTC' as created_at, message.way as channel, account.email::text as receiver, message.kind,
  message.record::text, message.state, message.attempts, message.sent_at at time zone 'UTC' as sent_at,
  case when message.state = 'waiting' then message.next_attempt at time zone 'UTC' end as next_attempt, message.error
from private.messages as message
join auth.users as account on account.id = message.user_id
where (%(receiver)s = '' or lower(account.email) = lower(%(receiver)s))
  and (%(state)s = '' or message.state = %(state)s)
order by message.created_at desc, message.id limit %(count)s;

-- name: waiting_events
-- Events of which no message was made yet; also before an upgrade from a version whose shops are never silent.
select count(*), exists (select from private.shop where to_jsonb(shop) ->> 'silent_since' is not null) as is_silent
from private.outbox;

-- name: start_sending
-- A restored shop takes the place of the one that was backed up.
update private.shop set silent_since = null where silent_since is not null;

-- name: renew_events
-- What happened while it was silent is told from now on, however old it is.
update private.outbox set created_at = now();
