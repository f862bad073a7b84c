-- name: store_recovery_token
-- The recovery link that was mailed last is the one that counts, unless the address has changed meanwhile.
update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1 and email = $3;

-- name: store_sign_up_link
-- A link that confirms the address and sets the password of the sign-up that it was sent for, if it has one.
-- Nothing is stored when the account was confirmed, or its address changed, meanwhile.
with mailed as (
  update auth.users set confirmation_sent_at = now()
  where id = $1 and email = $3 and email_confirmed_at is null returning id
)
insert into auth.sign_up_links (token_hash, user_id, password_hash) select $2, id, $4 from mailed;

-- name: redeem_recovery_token
-- Use a recovery link up; returns its account while the link is valid.
update auth.users set recovery_token = ''
where recovery_token = $1 and recovery_sent_at > now() - interval '1 hour' returning id;

-- name: redeem_sign_up_link
-- Use a confirmation link up, and with it every other one of the account; returns the account while it is valid.
-- A link that was only sent again confirms the one password that was chosen; where sign-ups with several passwords
-- wait, it can't tell whose is right, and none is kept.
with redeemed as (
  select l.user_id, l.password_hash from auth.sign_up_links l join auth.users u on u.id = l.user_id
  where l.token_hash = $1 and l.sent_at > now() - interval '1 hour' and u.email_confirmed_at is null
), used as (
  delete from auth.sign_up_links l using redeemed where l.user_id = redeemed.user_id
)
update auth.users u set updated_at = now(), encrypted_password = case
    when redeemed.password_hash is not null then redeemed.password_hash
    when exists (
      select from auth.sign_up_links l where l.user_id = u.id and l.password_hash <> u.encrypted_password
    ) then null
    else u.encrypted_password
  end
from redeemed where u.id = redeemed.user_id and u.email_confirmed_at is null returning u.id;
