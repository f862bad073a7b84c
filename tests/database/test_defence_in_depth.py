"""Doors one behind the other: each stays closed by itself when the one in front of it stands open."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.access_matrix import PROMISES, TABLE_PROMISES, VERBS
from tests.database.conftest import PersonaDatabase
from tests.example_rows import OWNED, put, put_file, put_order, row

SCHEMAS = ("public", "private", "auth", "storage")
ROLES = (
    "anon",
    "authenticated",
    "service_role",
    "authenticator",
    "supabase_auth_admin",
    "supabase_storage_admin",
)
PEOPLE = ("none", "talent", "leadership", "admin")
# Who owns everything in a schema.
AT_HOME = {("supabase_auth_admin", "auth"), ("supabase_storage_admin", "storage")}
MAY_ENTER = AT_HOME | {
    ("supabase_auth_admin", "private"),
    ("anon", "public"), ("authenticated", "public"), ("service_role", "public"),
    ("anon", "auth"), ("authenticated", "auth"), ("service_role", "auth"), ("supabase_storage_admin", "auth"),
    ("anon", "storage"), ("authenticated", "storage"), ("service_role", "storage"),
    ("supabase_storage_admin", "private"), ("supabase_auth_admin", "private"),
}  # fmt: skip

# What one may try with a table, a view and a sequence; {place} is its name, {column} its first column.
ACTS = {
    "select": "select from {place}",
    "insert": "insert into {place} default values",
    "update": "update {place} set {column} = default",
    "delete": "delete from {place}",
    "trigger": "create trigger ours before insert on {place} "
    "execute function pg_catalog.suppress_redundant_updates_trigger()",
    "truncate": "truncate {place}",
    "references": "create unlogged table public.ours (it uuid references {place})",
    "maintain": "reindex table {place}",
}
OF_A_VIEW = ("select", "insert", "update", "delete", "trigger")
OF_A_SEQUENCE = {
    "usage": "select nextval('{place}')",
    "select": "select last_value from {place}",
    "update": "select setval('{place}', 1)",
}
# Whoever writes to a view that sums up hears that nothing can be written.
RELATIONS = """
select c.relname, c.relkind::text, (select attname from pg_attribute where attrelid = c.oid and attnum = 1),
    pg_relation_is_updatable(c.oid, false) > 0
from pg_class c where c.relnamespace = %s::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S') order by 1
"""

WHO_I_AM = {"auth.jwt()", "auth.uid()", "auth.role()", "auth.email()"}
# What policies and constraints ask in the name of whoever writes.
CHECKS = {
    "private.are_areas(jsonb)",
    "private.are_event_days(jsonb)",
    "private.are_places(jsonb)",
    "private.are_questions(jsonb)",
    "private.is_delivery_way(jsonb)",
    "private.is_image(jsonb)",
    "private.are_images(jsonb)",
    "private.are_sizes(jsonb)",
    "private.are_translations(jsonb)",
    "private.are_order_lines(jsonb)",
    "private.qris_fields(text)",
    "private.crc16(bytea)",
    "private.qris_fault(text)",
    "private.app_role()",
}
# What views call in the name of whoever reads; those that name people ask themselves who that is.
SHOWN_BY_VIEWS = {
    "private.low_stock_threshold()",
    "private.buyers()",
    "private.buyer_name(uuid)",
    "private.buyer_email(uuid)",
    "private.reviewer_email(text,uuid)",
}
PREDICATES = {
    "private.caller_has_scored(uuid)",
    "private.folder_of(text)",
    "private.is_evidence(text)",
    "private.is_uploaded_by_another(text,jsonb)",
    "private.is_read_by_leaders(text)",
}
# What says which columns hold pictures: facts that the address of each picture tells, too.
DECLARED = {"private.picture_columns()", "private.picture_folder(text,text)"}
READING = {"private.is_personal(text,text)", "private.is_single_file_read()"} | DECLARED
FILES = {
    "storage.foldername(text)",
    "storage.filename(text)",
    "storage.extension(text)",
    "storage.find_readable_object(text,text)",
    "storage.in_milliseconds(timestamp with time zone)",
    "storage.documented_metadata(jsonb)",
}
# What the link in a mail does, for whoever has it.
FOR_VISITORS = {"unsubscribe(uuid)", "public.unsubscribe(uuid)"}
SEARCH = {"search_products(text,boolean,text,boolean)", "public.search_products(text,boolean,text,boolean)"}
# What triggers ask before they run, in the name of whoever writes.
CONDITIONS = {"private.is_audited_picture(text,text)", "private.is_personal(text,text)"} | DECLARED
ASKED_FOR = {
    f"{schema}{signature}"
    for schema in ("", "public.")
    for signature in (
        "restore_removed_picture(text)",
        "deleted_records()",
        "restore_record(text,uuid)",
        "my_data()",
        "my_removal()",
        "failed_mails()",
        "shared_amounts()",
        "backup_state()",
        "send_failed_mails()",
        "delete_my_account()",
        "remember_format(text,jsonb,text)",
        "import_statement(text,jsonb)",
        "undo_import(timestamp with time zone)",
        "statement_matches()",
        "open_payments(text,bigint)",
        "match_line(uuid,text,uuid[],boolean,bigint[])",
        "unmatch_line(uuid)",
        "accept_matches(uuid[])",
        "reserve_amount(text,bigint,uuid)",
        "pack_orders(uuid[])",
        "send_orders(jsonb)",
        "undo_sending(uuid,text)",
        "mark_arrived(uuid)",
        "order_timeline(uuid)",
        "keep_order_note(uuid,text)",
        "cancel_order(uuid,text)",
        "owed_refunds()",
        "proofs_of(text,uuid)",
        "resubmission(text,uuid)",
        "send_another_proof(text,uuid,jsonb)",
        "review(text,uuid,text,text)",
        "undo_review(text,uuid)",
        "settle_deleted_order(uuid,boolean)",
        "record_received(text,uuid,bigint)",
        "record_refund(text,uuid,bigint,date,text,text,uuid)",
        "undo_refund(uuid)",
        "refund_lines(uuid)",
        "match_refund(uuid,uuid)",
        "closing(date,date)",
        "review_warnings(text,uuid)",
        "push_key()",
        "my_role()",
        "register_for_event(uuid,jsonb,jsonb)",
        "score_registration(uuid,jsonb,text,uuid)",
        "decide(uuid[],jsonb,text)",
        "call_to_stage(uuid)",
        "find_buyers(uuid[])",
        "search_buyers(text)",
        "jurors()",
        (
            "plan_slots(uuid,text,timestamp with time zone,integer,integer,integer,timestamp with time zone,"
            "integer,text)"
        ),
        "change_slot(uuid,jsonb)",
        "remove_slots(uuid[])",
        "fill_slots(uuid,text,text)",
        "ask_for_other_hours(uuid,text)",
        "announce(uuid,integer,integer,text,jsonb)",
        "preview_announcement(uuid,text)",
        "send_test_announcement(uuid,boolean,text)",
        "keep_announcement_text(uuid,boolean,text,text,text)",
        "check_in(uuid,jsonb)",
        "door_list(uuid)",
        "casting_results(uuid)",
    )
}
MAY_CALL = {
    "anon": WHO_I_AM | FILES | READING | FOR_VISITORS | SEARCH,
    "authenticated": WHO_I_AM
    | FILES
    | CHECKS
    | PREDICATES
    | READING
    | CONDITIONS
    | ASKED_FOR
    | FOR_VISITORS
    | SEARCH
    | SHOWN_BY_VIEWS,
    "service_role": WHO_I_AM | FILES | CHECKS | CONDITIONS | SEARCH,
    "supabase_auth_admin": WHO_I_AM
    | {
        "private.push_key_pair()",
        "private.backup_state_with_error()",
        "private.lapse_orders(integer)",
        "private.purge_declined()",
        "private.maintenance_message()",
        "private.end_devices_of(uuid)",
        "private.end_devices_without_session(uuid)",
        "private.delete_push_subscription(text)",
        "private.remember_language(uuid,text)",
        "private.create_messages(boolean)",
        "private.due_messages(integer,text[])",
        "private.claim_message(uuid)",
        "private.record_delivery(uuid,text,text,interval)",
        "private.recover_messages()",
    },
    "supabase_storage_admin": WHO_I_AM
    | CONDITIONS
    | {
        "private.restore_removed(text)",
        "private.purge_deleted_records()",
        "private.orphaned_pictures(interval)",
        "private.referenced_removed_versions(text[])",
        "private.expired_pictures()",
        "private.folder_of(text)",
        "private.shop_id()",
        "private.recoverable()",
        "private.note_running(boolean,interval)",
        "private.uptime_cutoff(interval)",
        "private.wait_after_jump()",
    },
}
FUNCTIONS = """
select oid::regprocedure::text, format('select %%s(%%s)', oid::regproc, (
    select string_agg(
        case when at = pronargs and provariadic <> 0 then 'variadic ' else '' end
            || 'null::' || type::regtype,
        ', ' order by at) from unnest(proargtypes) with ordinality as argument (type, at)))
from pg_proc where pronamespace = %s::regnamespace order by 1
"""


# One statement for all: each is tried as the role, after what the superuser does before it, and taken back.
TRY_EACH = """
do $$
declare
    queries text[] := current_setting('ours.queries');
    before text[] := current_setting('ours.before');
    told text[] := '{}';
    message text;
begin
    for i in 1 .. cardinality(queries) loop
        message := '';
        begin
            execute coalesce(before[i], '');
            perform set_config('role', current_setting('ours.role'), true);
            execute queries[i];
            raise exception 'taken back';
        exception
            when insufficient_privilege then message := sqlerrm;
            when others then null;
        end;
        told := told || message;
    end loop;
    perform set_config('ours.told', told::text, true);
end $$
"""


def collect_refusals(
    db: PersonaDatabase, role: str, queries: list[str], before: Sequence[str] = ()
) -> list[str]:
    """The error message of each query for a role; empty unless a right is missing."""
    with db.connection.transaction(force_rollback=True):
        db.sql(
            "select set_config('ours.role', %s, true), set_config('ours.queries', %s::text[]::text, true), "
            "set_config('ours.before', %s::text[]::text, true)",
            role,
            queries,
            [*before],
        )
        db.sql(TRY_EACH)
        ((errors,),) = db.sql("select current_setting('ours.told')::text[]")
    return list(errors)


def find_refusal(db: PersonaDatabase, role: str, query: str) -> str:
    """The error message of one query."""
    (error,) = collect_refusals(db, role, [query])
    return error


def open_schemas(db: PersonaDatabase, role: str) -> None:
    """Grant a role all schemas, so that only what is inside them can refuse."""
    db.sql(f"grant usage, create on schema {', '.join(SCHEMAS)} to {role}")


def is_promised(role: str, schema: str, name: str, act: str) -> bool:
    """Whether a role has a right, by the access matrix or as on every platform."""
    if act not in VERBS:
        return False
    if schema == "storage":
        return name in ("buckets", "objects") and role in ("anon", "authenticated", "service_role")
    personas = {"anon": ("anon",), "authenticated": PEOPLE, "service_role": ("service",)}.get(role, ())
    if name in PROMISES["figures"]:
        return act == "select" and any(PROMISES["figures"][name][who] not in (401, 403) for who in personas)
    return schema == "public" and any(TABLE_PROMISES[name][act][who] not in (401, 403) for who in personas)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("schema", SCHEMAS)
def test_R1_tables_are_closed_behind_an_open_schema(db: PersonaDatabase, schema: str, role: str) -> None:
    open_schemas(db, role)
    tried = [] if (role, schema) in AT_HOME else list(iterate_attempts(db, schema))
    errors = collect_refusals(db, role, [query for _, _, query, _ in tried])
    for (name, act, query, closed), answer in zip(tried, errors, strict=True):
        is_closed = answer == closed
        assert is_closed is not is_promised(role, schema, name, act), (query, answer)


def iterate_attempts(db: PersonaDatabase, schema: str) -> Iterator[tuple[str, str, str, str]]:
    """Name, verb, statement and expected error of every attempt on the relations of a schema."""
    for name, kind, column, can_be_written in db.sql(RELATIONS, schema):
        noun = {"v": "view", "S": "sequence"}.get(kind, "table")
        of_a_view = [act for act in OF_A_VIEW if can_be_written or act not in ("insert", "update", "delete")]
        acts = (
            OF_A_SEQUENCE if kind == "S" else {act: ACTS[act] for act in (of_a_view if kind == "v" else ACTS)}
        )
        for act, query in acts.items():
            place = f"{schema}.{name}"
            yield name, act, query.format(place=place, column=column), f"permission denied for {noun} {name}"


def iterate_calls(db: PersonaDatabase, schema: str) -> Iterator[tuple[str, str, str]]:
    """Signature, statement and expected error for each function of a schema."""
    for signature, call in db.sql(FUNCTIONS, schema):
        name = signature.partition("(")[0].rpartition(".")[2]
        yield signature, call, f"permission denied for function {name}"


@pytest.mark.parametrize("role", ["authenticated", "service_role"])
@pytest.mark.parametrize(
    ("table", "column"),
    [("push_subscriptions", "created_at"), ("push_subscriptions", "session_id"), ("wishes", "created_at")],
)
def test_R1_what_says_when_and_from_which_session_a_row_came_is_not_written_by_people(
    db: PersonaDatabase, table: str, column: str, role: str
) -> None:
    """The newest of a person's rows are kept, and a device is forgotten with its session."""
    error = find_refusal(db, role, f"insert into public.{table} ({column}) values (default)")
    assert error == f"permission denied for table {table}"


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("schema", SCHEMAS)
def test_R1_functions_are_closed_behind_an_open_schema(db: PersonaDatabase, schema: str, role: str) -> None:
    open_schemas(db, role)
    functions = [] if (role, schema) in AT_HOME else list(iterate_calls(db, schema))
    errors = collect_refusals(db, role, [call for _, call, _ in functions])
    for (signature, _, closed), answer in zip(functions, errors, strict=True):
        is_closed = answer == closed
        assert is_closed is (signature not in MAY_CALL.get(role, set())), signature


@pytest.mark.parametrize("role", ["anon", "authenticated", "service_role", "authenticator"])
def test_R1_a_function_that_is_made_later_is_closed(db: PersonaDatabase, role: str) -> None:
    open_schemas(db, role)
    db.sql("create function public.later() returns int language sql return 1")
    assert find_refusal(db, role, "select public.later()") == "permission denied for function later"


def test_Z10_no_function_takes_a_setting_that_only_a_superuser_may_give(db: PersonaDatabase) -> None:
    """PostgreSQL's own settings, such as search_path, are everybody's; one of another prefix is not."""
    settings = "select oid::regprocedure::text from pg_proc, unnest(proconfig) as given"
    assert db.sql(f"{settings} where strpos(split_part(given, '=', 1), '.') > 0") == []


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("schema", SCHEMAS)
def test_R1_schemas_are_closed(db: PersonaDatabase, schema: str, role: str) -> None:
    closed = f"permission denied for schema {schema}"
    entered = find_refusal(db, role, f"select from {schema}.nothing") != closed
    assert entered is ((role, schema) in MAY_ENTER)
    built = find_refusal(db, role, f"create table {schema}.ours ()") != closed
    assert built is ((role, schema) in AT_HOME)


@pytest.mark.parametrize("role", ROLES)
def test_R1_the_kind_of_a_bucket_is_named_by_whom_the_platform_lets(db: PersonaDatabase, role: str) -> None:
    open_schemas(db, role)
    error = find_refusal(db, role, "create table public.ours (it storage.buckettype)")
    may = role in ("anon", "authenticated", "service_role", "supabase_storage_admin")
    assert (error == "permission denied for type storage.buckettype") is not may


@pytest.mark.parametrize("role", ["postgres", *ROLES])
def test_R1_the_gateway_becomes_who_it_must_and_nobody_else(db: PersonaDatabase, role: str) -> None:
    become = f"set local session authorization authenticator; set local role {role}"
    assert (find_refusal(db, "none", become) == "") is (role != "postgres")


HIDDEN = [
    "private.user_roles",
    "private.migrations",
    "private.made_rules",
    "private.rules_history",
    "private.order_seals",
    "private.object_names",
    "private.record_pictures",
    "private.stock",
    "private.stock_holds",
    "private.deleted_records",
    "private.shop",
    "private.push_keys",
    "private.quota_use",
    "private.outbox",
    "private.messages",
    "private.unsubscribe_tokens",
    "private.backups",
    "private.maintenance",
    "private.running_periods",
    "storage.buckets",
    "storage.removed",
    "storage.unknown_files",
]


@pytest.mark.parametrize("role", ["anon", "none", "talent", "leadership", "admin"])
@pytest.mark.parametrize("place", HIDDEN)
def test_R1_without_a_policy_no_row_is_seen_even_with_the_right_to_look(
    db: PersonaDatabase, place: str, role: str
) -> None:
    filename = put_file(db.sql, "products", None)
    db.sql("delete from storage.objects where name = %s", f"products/{filename}")
    put(db.sql, "transactions", put_order(db.sql, db.other))
    db.sql("insert into private.stock values (gen_random_uuid(), 'M', 1)")
    db.sql("insert into private.stock_holds values (gen_random_uuid(), gen_random_uuid(), 'M', 1)")
    db.sql("insert into private.deleted_records values ('slides', gen_random_uuid(), '{}')")
    db.sql("insert into storage.unknown_files (version) values ('a')")
    db.sql("insert into private.push_keys (public_key, private_jwk) values ('', '{}')")
    db.sql("insert into private.quota_use values (%s, 'slides', now(), 1, now(), 1)", db.other)
    db.sql("select private.enqueue_event('order_received', 'transactions', gen_random_uuid(), null)")
    db.sql(
        "insert into private.messages (outbox_id, user_id, way, kind, place, record, data) "
        "values (1, %s, 'mail', 'order_received', 'transactions', gen_random_uuid(), '{}')",
        db.other,
    )
    db.sql("insert into private.unsubscribe_tokens (user_id) values (%s)", db.other)
    db.sql("insert into private.running_periods (started_at, seen_at) values (now(), now())")
    db.sql("insert into private.maintenance default values")
    db.sql("insert into private.backups (reason, began_at, error) values ('command', now(), 'no space')")
    db.sql("grant usage on schema private to anon, authenticated")
    db.sql(f"grant select on {place} to anon, authenticated")
    assert db.sql(f"select 1 from {place}")
    assert db.run_as(role, f"select 1 from {place}") == []


@pytest.mark.parametrize("view", PROMISES["figures"])
def test_R1_a_view_gives_nobody_what_the_tables_refuse(db: PersonaDatabase, view: str) -> None:
    db.sql("revoke all on all tables in schema public from anon, authenticated")
    db.sql(f"grant select on public.{view} to authenticated")
    error = find_refusal(db, "authenticated", f"select * from public.{view}")
    assert error.startswith("permission denied for table"), error


@pytest.mark.parametrize("query", ["delete from public.{}", "update public.{} set created_at = now()"])
@pytest.mark.parametrize("role", PEOPLE)
@pytest.mark.parametrize("table", OWNED)
def test_R1_a_statement_without_a_condition_touches_no_row_of_others(
    db: PersonaDatabase, table: str, role: str, query: str
) -> None:
    """Then no column is read and no select policy applies: the policy of the verb itself must hold."""
    theirs = row(table, db.other)
    put(db.sql, table, theirs)
    kept = f"select to_jsonb(t) from public.{table} t where uuid = %s"
    before = db.sql(kept, theirs["uuid"])
    db.run_as(role, query.format(table))
    assert (db.sql(kept, theirs["uuid"]) == before) is (role != "admin")


@pytest.mark.parametrize(
    ("table", "query"),
    [
        ("wishes", "delete from public.wishes"),
        ("push_subscriptions", "delete from public.push_subscriptions"),
        ("notification_choices", "update public.notification_choices set mail = false"),
        ("delivery_details", "update public.delivery_details set note = 'Next door'"),
        ("delivery_details", "delete from public.delivery_details"),
    ],
)
def test_R1_a_statement_without_a_condition_touches_what_is_ones_own(
    db: PersonaDatabase, table: str, query: str
) -> None:
    rows = f"select user_id::text, to_jsonb(t) from public.{table} t"
    for owner in (db.other, db.user_id("talent")):
        put(db.sql, table, row(table, owner))
    before = dict(db.sql(rows))
    db.run_as("talent", query)
    after = dict(db.sql(rows))
    assert {owner for owner in before if after.get(owner) != before[owner]} == {db.user_id("talent")}


@pytest.mark.parametrize(
    ("role", "forged"),
    [
        ("none", {}), ("leadership", {}), ("admin", {}),
        ("talent", {"user_id": "00000000-0000-4000-8000-00000000dead"}),
        ("talent", {"status": "Accepted"}),
    ],
)  # fmt: skip
def test_R1_the_policy_on_orders_holds_without_the_triggers(
    db: PersonaDatabase, role: str, forged: dict[str, Any]
) -> None:
    db.sql("alter table public.transactions disable trigger user")
    me = db.user_id(role)
    assert db.insert("talent", "transactions", put_order(db.sql, db.user_id("talent"))).refused is None
    assert db.insert(role, "transactions", put_order(db.sql, me) | forged).refused == 403
