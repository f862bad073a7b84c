-- What `tapis doctor` asks about backups.

-- name: find_backup_faults
-- The last attempt, if it failed; whether the last good one lacks pictures; where a backup is made each night, that the last good
-- one is older than a day and a half; where none is, that it was once.
with state as (select * from private.backup_state_with_error())
select 'backup-overdue' as code,
    coalesce('the last is of ' || to_char(made_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC', 'there is none') as what
from state where %(is_scheduled)s::boolean and coalesce(made_at < now() - interval '36 hours', true)
union all
select 'backup-failed', format('%%s UTC, %%s', to_char(failed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), rtrim(error, '.'))
from state where failed_at is not null
union all
select 'backup-unset', format('the last is of %%s UTC', to_char(max(ended_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI'))
from private.backups where reason = 'schedule' and not %(is_scheduled)s::boolean having count(*) > 0
union all
select 'backup-damaged', format('%%s of the backup of %%s UTC', damaged, to_char(made_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'))
from state where damaged > 0;
