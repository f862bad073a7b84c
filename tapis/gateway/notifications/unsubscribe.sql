-- name: unsubscribe
-- Ends the mails of whoever has this token; false when nobody has.
select public.unsubscribe($1);
