"""Keys of the advisory locks in a shop's database: arbitrary numbers, each used for one purpose."""

MIGRATION = 7_461_706_973  # one migration at a time; held shared by readers of the current schema
BLOB_DELETION = 7_461_706_974  # for deleting stored files; a backup holds it shared while it copies them
SCRATCH_DATABASE = 7_461_706_975  # doctor builds the expected schema in it
KEYS_LISTENERS, CONTENT_LISTENERS = 7_461_706_976, 7_461_706_977  # held shared by current gateways
DISPATCHER = 7_461_706_978  # the one worker that sends messages
BACKUP_RUN = 7_461_706_979  # one backup at a time
IMPORT = 7_461_706_980  # one import at a time
