-- name: act_as_sender
-- For this connection: the service that sends all mails.
select set_config('role', 'supabase_auth_admin', false);

-- name: try_advisory_lock
-- Whether this connection is now the one that dispatches, until it ends.
select pg_try_advisory_lock($1);

-- name: recover
-- What a sender that died was sending is sent again.
select private.recover_messages();

-- name: lapse
-- Orders that waited for too long lapse, and those that do tomorrow are announced; declined people's data is deleted.
select private.lapse_orders($1), private.purge_declined();

-- name: create_messages
-- Makes messages of the outbox.
select private.create_messages($1);

-- name: due
-- The messages to be sent next, in the order of DueMessage.
select id, user_id::text, way as channel, kind, record::text, data, email, language, token, device from private.due_messages($1, $2);

-- name: claim
-- This message is being sent; false when it is not to be sent any more.
select private.claim_message($1);

-- name: record
-- How it went: sent, dropped, failed, or retry.
select private.record_delivery($1, $2, $3, $4);
