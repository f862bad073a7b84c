-- name: recovery_codes
-- The recovery codes of an account: the factor's id, its name, how many there are, and how many are unused.
select f.id, f.friendly_name, count(c.code_hash)::int, count(c.code_hash) filter (where c.used_at is null)::int
from auth.mfa_factors f left join auth.mfa_recovery_codes c on c.factor_id = f.id
where f.user_id = $1 and f.factor_type = 'recovery_code' group by f.id;

-- name: add_recovery_factor
-- The factor that recovery codes are of; returns its id.
insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
values ($1, $2, 'recovery_code', 'verified') returning id;

-- name: replace_recovery_codes
-- New codes, by their hashes, in place of all others.
with replaced as (delete from auth.mfa_recovery_codes where factor_id = $1)
insert into auth.mfa_recovery_codes (factor_id, code_hash) select $1, unnest($2::text[]);

-- name: use_recovery_code
-- Use a recovery code up; returns its factor, or no row when there is no such unused code.
update auth.mfa_recovery_codes c set used_at = now() from auth.mfa_factors f
where f.id = c.factor_id and f.user_id = $1 and c.code_hash = $2 and c.used_at is null returning f.id;
