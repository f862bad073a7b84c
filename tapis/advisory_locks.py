"""The advisory locks of a shop's database: any numbers will do, as long as no two uses have the same one."""

MIGRATION = 7_461_706_973  # one run at a time; shared by what must see the rules as they are
BYTES = 7_461_706_974  # who deletes bytes; a backup holds it shared while it copies files
SCRATCH_DATABASE = 7_461_706_975  # in which doctor makes the rules that should be there
KEYS_HEARD, CONTENT_HEARD = 7_461_706_976, 7_461_706_977  # gateways of a cluster, while they are current
DISPATCHER = 7_461_706_978  # the one worker that sends messages
BACKUP_RUN = 7_461_706_979  # one backup at a time
