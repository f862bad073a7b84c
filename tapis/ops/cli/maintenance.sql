-- Maintenance mode at the command line.

-- name: begin
-- From now on; when it is on already, with another text.
insert into private.maintenance (message) values (%s) on conflict (is_on) do update set message = excluded.message;

-- name: end
-- The shop opens.
delete from private.maintenance;

-- name: show
-- Since when, and the text.
select began_at at time zone 'UTC', message from private.maintenance;
