-- name: repeat_notification
-- Notify of what was committed before.
select pg_notify($1, '');

-- name: wait_for_listeners
-- One statement: a lock that is not granted in time is given up (55P03), which the writer only logs.
select set_config('lock_timeout', '1s', true), pg_advisory_xact_lock($1::bigint);
