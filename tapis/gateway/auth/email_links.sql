-- name: store_recovery_token
-- The recovery link that was mailed last is the one that counts, unless the address has changed or the account is banned.
update auth.users set recovery_token = $2, recovery_sent_at = now()
where id = $1 and email = $3 and (banned_until > now()) is not true;

-- name: store_sign_up_link
-- A link that confirms the address, with the password that its sign-up proposed, if it has one.
-- Nothing is stored when the account was confirmed or is banned, or its address has changed.
with mailed as (
  update auth.users set confirmation_sent_at = now()
  where id = $1 and email = $3 and email_confirmed_at is null and (banned_until > now()) is not true returning id
)
insert into auth.sign_up_links (token_hash, user_id, password_hash) select $2, id, $4 from mailed;

-- name: redeem_recovery_token
-- Use a recovery link up; returns its account while the link is valid. Whoever asked for it need not be who signed
-- up: a password that no link has confirmed becomes void.
update auth.users set recovery_token = '',
  encrypted_password = case when email_confirmed_at is not null then encrypted_password end
where recovery_token = $1 and recovery_sent_at > now() - interval '1 hour' returning id;

-- name: redeem_sign_up_link
-- Use a confirmation link up; returns its account while the link is valid. Confirming the address (confirm_email)
-- then voids every other link of the account.
update auth.users u set updated_at = now()
from auth.sign_up_links l
where l.token_hash = $1 and l.sent_at > now() - interval '1 hour' and u.id = l.user_id
  and u.email_confirmed_at is null returning u.id;
