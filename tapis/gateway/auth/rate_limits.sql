-- name: seconds_left
-- For each limit (what, who, seconds, times), the seconds until it allows one more; null when it does now.
-- Times in the future were counted before the clock was set back and are ignored.
select (
  select ceil(extract(epoch from recent.oldest + make_interval(secs => l.seconds) - clock_timestamp()))::int
  from auth.attempts a, lateral (
    select min(at) as oldest, count(*) as times
    from unnest(a.times) at
    where at > clock_timestamp() - make_interval(secs => l.seconds) and at <= clock_timestamp()
  ) recent
  where a.what = l.what and a.who = l.who and recent.times >= l.times
)
from unnest($1::text[], $2::text[], $3::float8[], $4::int[]) with ordinality
  as l (what, who, seconds, times, position)
order by l.position;

-- name: count_attempt
-- Count one attempt unless the limit is reached (trying never makes the wait longer); returns whether it was
-- counted, and the seconds until the oldest one leaves the window.
with forgotten as (
  delete from auth.attempts where last < now() - interval '1 day' and (what, who) <> ($1, $2)
)
insert into auth.attempts as a (what, who, times, last) values ($1, $2, array[statement_timestamp()], now())
on conflict (what, who) do update set last = now(), times = (
  select array_agg(at order by at)
    || case when count(*) < $4 then array[statement_timestamp()] else array[]::timestamptz[] end
  from unnest(a.times) at
  where at > statement_timestamp() - make_interval(secs => $3) and at <= clock_timestamp()
)
returning times[cardinality(times)] = statement_timestamp(),
  ceil(extract(epoch from times[1] + make_interval(secs => $3) - clock_timestamp()))::int;

-- name: reset_attempts
-- Start from zero again.
delete from auth.attempts where what = $1 and who = $2;
