"""Settings of the embedded server: addresses, memory, durability, and who may connect.

They are passed on the command line (`-c`), so a server always runs with those of the installed version and no
configuration file has to be merged.
"""

VERSION = "18"

SETTINGS = (
    ("listen_addresses", "", "no TCP: only a socket in a private folder"),
    ("unix_socket_permissions", "0700", "the folder is private already; so is the socket"),
    ("port", "5432", "only names the socket file; PGPORT of the environment must not"),
    ("fsync", "on", "an acknowledged order survives a power cut"),
    ("synchronous_commit", "on", "the answer waits for the disk"),
    ("full_page_writes", "on", "a page half written in a power cut can be repaired"),
    ("wal_level", "minimal", "nothing replicates"),
    ("max_wal_senders", "0", "required by minimal; saves their memory"),
    ("max_logical_replication_workers", "0", "saves the launcher process"),
    ("max_wal_size", "256MB", "bounds both the disk used and the recovery after a kill"),
    ("shared_buffers", "64MB", "holds a shop with tens of thousands of rows; pages count only once touched"),
    ("huge_pages", "off", "a huge page would count whole from the first byte"),
    ("work_mem", "4MB", "times connections, still small"),
    ("maintenance_work_mem", "32MB", "indexes here are small"),
    ("max_connections", "50", "two gateways of eight connections, commands, and room"),
    ("io_method", "sync", "the worker processes of the other method cost memory at rest"),
    ("max_worker_processes", "0", "no parallel queries: they would take both cores from visitors"),
    ("max_parallel_workers", "0", "same"),
    ("autovacuum", "on", "keeps tables small and statistics fresh"),
    ("autovacuum_worker_slots", "2", "each slot reserves memory"),
    ("autovacuum_max_workers", "2", "one may be long in a large table"),
    ("timezone", "UTC", "times are stored in UTC; the screens know the zone of the shop"),
    ("log_timezone", "UTC", "one clock in all logs"),
    ("restart_after_crash", "off", "the supervisor does it: PostgreSQL hangs if its recovery is killed too"),
    ("allow_alter_system", "off", "settings live in this table and nowhere else"),
    ("logging_collector", "off", "the supervisor holds the log file"),
    ("log_destination", "stderr", "same"),
    ("log_line_prefix", "%m [%p] ", "time and process"),
    ("log_checkpoints", "off", "noise every five minutes"),
    ("log_min_messages", "log", "a failed statement may quote personal data; the gateway logs it"),
    ("log_min_error_statement", "panic", "statements carry passwords' hashes and addresses: never in a log"),
    ("log_parameter_max_length_on_error", "0", "same"),
    ("log_error_verbosity", "terse", "the detail of a violated constraint quotes the row"),
    ("cluster_name", "tapis", "shown by ps"),
)

LOGINS = ("postgres", "authenticator")

# Peer authentication: the kernel identifies the client's account. No password, no trust.
HBA = f"""# Written at every start. Anything that is not listed is refused.
local all {",".join(LOGINS)} peer map=tapis
"""

INITDB = (
    "--username=postgres",
    "--auth-local=peer",
    "--auth-host=reject",
    "--encoding=UTF8",
    # The built-in provider sorts alike on every machine; the system's collations change under the indexes.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    "--no-instructions",
)


def build_server_options(socket_directory: str) -> list[str]:
    """SETTINGS and the socket folder as command line options of `postgres`."""
    settings = {name: value for name, value, _ in SETTINGS} | {
        "unix_socket_directories": f'"{socket_directory}"'
    }
    return [option for name, value in settings.items() for option in ("-c", f"{name}={value}")]


def build_ident_map(accounts: list[str]) -> str:
    """pg_ident.conf, which lets each operating system account log in as each of LOGINS."""
    lines = [f'tapis "{account}" {login}\n' for account in dict.fromkeys(accounts) for login in LOGINS]
    return "".join(
        ["# Written at every start: which account of this machine may log in as which role.\n", *lines]
    )
