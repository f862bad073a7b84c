-- Statements of tapis/ops/migrate; `%s` are parameters.

-- name: create_history
-- The tables of applied migrations and of the rules that were made, in the schema that no request can name.
create schema if not exists private;
create table if not exists private.migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
);
alter table private.migrations enable row level security;
create table if not exists private.made_rules (
    kind text,
    name text,
    constraint made_rules_pkey primary key (kind, name)
);
alter table private.made_rules enable row level security;
comment on table private.made_rules is
    'Policies, triggers and rights that the last run of tapis migrate made; what else there is, the owner added.';
create table if not exists private.rules_history (
    place bigint generated always as identity,
    sha256 text primary key
);
alter table private.rules_history add column if not exists state text;
alter table private.rules_history enable row level security;
comment on table private.rules_history is
    'Which functions, policies and views tapis migrate made here, as one checksum each; the last one is in force.';
comment on column private.rules_history.state is
    'A checksum of what the database said of its rules then (rules_state of tapis/ops/migrate); while it is the same, nothing is replaced.';
comment on schema private is 'What no request may name: roles of people, predicates, order rules.';

-- name: has_history
-- Whether a migration ever reached this database; any role may ask.
select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'private' and c.relname = 'migrations';

-- name: applied_migrations
-- Names and checksums.
select name, sha256 from private.migrations;

-- name: add_migration
-- Record a file with its checksum.
insert into private.migrations (name, sha256) values (%s, %s);

-- name: publish_newest
-- The newest name as the table's comment: the gateway's login may read no row of schema private.
do $$ begin
    execute format('comment on table private.migrations is %L',
        'Which files of db/migrations have happened to this database; the newest is '
        || (select max(name) from private.migrations));
end $$;

-- name: published_newest
-- The newest name from the table's comment.
select substring(d.description from 'the newest is (.*)$') from pg_description d
join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'private' and c.relname = 'migrations' and d.description like '%the newest is %';

-- name: tables_without_rls
-- New tables: closed until their policy file has run, so they are never open, not even between two steps.
select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity
    and pg_has_role(c.relowner, 'usage');

-- name: lockable_relations
-- Tables and views of some schemas that this login may lock.
select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = any(%s) and c.relkind in ('r', 'v') and pg_has_role(c.relowner, 'usage') order by 1, 2;

-- name: functions_named
-- Functions with these names that this login may change, as a list for a statement.
select string_agg(p.oid::regprocedure::text, ', ') from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname || '.' || p.proname = any(%s) and p.prokind = 'f' and pg_has_role(p.proowner, 'usage');

-- name: try_lock
-- The lock of one migration run, until the end of the transaction.
select pg_try_advisory_xact_lock(%s);

-- name: share_lock
-- Keeps runs from beginning, until the end of the transaction.
select pg_advisory_xact_lock_shared(%s);

-- name: missing_privileges
-- Login, database, not its owner, may not create the roles, and whether this is a replica.
select current_user, current_database(),
    not has_database_privilege(current_database(), 'create')
        or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = 'private' and c.relname = 'migrations'
                and not pg_has_role(c.relowner, 'usage')),
    not exists (select from pg_roles where rolname = 'anon')
        and not exists (select from pg_roles where rolname = current_user and (rolcreaterole or rolsuper)),
    pg_is_in_recovery();

-- name: owner_of_roles
-- Login, and whether it may grant the roles that are there: that of their maker, or a superuser.
select current_user, pg_has_role(current_user, oid, 'member with admin option')
from pg_roles where rolname = 'supabase_auth_admin';

-- name: has_platform
-- Only hosted projects have this role: roles, auth and storage came with the database.
select 1 from pg_roles where rolname = 'supabase_admin';

-- name: login_too_powerful
-- A gateway's login must be subject to row level security.
select format('the server signs in as %I, which is a superuser or bypasses row level security', rolname)
from pg_roles where rolname = session_user and (rolsuper or rolbypassrls);

-- name: table_exists
-- By schema and name.
select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = %s and c.relname = %s and c.relkind = 'r';

-- name: picture_column_faults
-- Where the columns that hold pictures differ from their declaration, one sentence each.
select private.picture_column_faults();

-- name: has_record
-- Whether a run of a version with a record reached this database.
select to_regclass('private.made_rules') is not null;

-- name: made_rules
-- What an earlier run recorded.
select kind, name from private.made_rules;

-- name: record_rules
-- What this run made, instead of what earlier ones did.
with former as (delete from private.made_rules where (kind, name) not in (select * from unnest(%(kinds)s::text[], %(names)s::text[])))
insert into private.made_rules (kind, name) select * from unnest(%(kinds)s::text[], %(names)s::text[]) on conflict do nothing;

-- name: rules_superseded
-- Whether rules with this checksum were made here, and others after them.
select exists (
    select from private.rules_history as these join private.rules_history as others on others.place > these.place
    where these.sha256 = %s);

-- name: record_rules_version
-- Puts a checksum last, unless it is.
insert into private.rules_history (sha256) values (%s)
on conflict (sha256) do update set place = default
where rules_history.place < (select max(place) from private.rules_history);

-- name: rules_state
-- One checksum over all that a run may change, what it builds on, and what it has recorded: as the catalogue has it,
-- without the names of what refers to what. Of a table's figures and of its place on the disk there is nothing in it.
with ours as (
    select * from pg_namespace where nspname in ('public', 'private', 'auth', 'storage')
),
relations as (
    select c.* from pg_class as c join ours on ours.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
),
routines as (select p.* from pg_proc as p join ours on ours.oid = p.pronamespace),
facts (fact) as (
    select ours::text from ours
    union all
    select row(oid, relname, relnamespace, relkind, relowner, relacl, reloptions, relrowsecurity, relforcerowsecurity)::text
    from relations
    union all
    select row(attrelid, attnum, attname, atttypid, atttypmod, attnotnull, attgenerated, attisdropped, attacl)::text
    from pg_attribute where attnum > 0 and attrelid in (select oid from relations)
    union all
    select routines::text from routines
    union all
    select p::text from pg_policy as p where polrelid in (select oid from relations)
    union all
    select t::text from pg_trigger as t where not tgisinternal and tgrelid in (select oid from relations)
    union all
    select r::text from pg_rewrite as r where ev_class in (select oid from relations)
    union all
    select d::text from pg_default_acl as d
    union all
    select d::text from pg_description as d
    where objoid in (select oid from relations union all select oid from routines union all select oid from ours)
    union all
    select row('migration', name, sha256)::text from private.migrations
    union all
    select row('made', kind, name)::text from private.made_rules
),
checksums as (select encode(sha256(convert_to(fact, 'UTF8')), 'hex') as checksum from facts)
select encode(sha256(convert_to(string_agg(checksum, ' ' order by checksum collate "C"), 'UTF8')), 'hex') from checksums;

-- name: rules_in_force
-- What the database said of its rules when those with this checksum were made, if none were made since.
select state from private.rules_history
where sha256 = %s and place = (select max(place) from private.rules_history);

-- name: record_rules_state
-- What it says now.
update private.rules_history set state = %s where sha256 = %s;

-- name: views_over
-- Views that read a view, directly or through others, the nearest first: name, statement that makes it, owner.
with recursive over (oid, depth) as (
    select %s::regclass::oid, 0
    union
    select r.ev_class, over.depth + 1
    from over join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = over.oid
        and d.classid = 'pg_rewrite'::regclass
    join pg_rewrite r on r.oid = d.objid where r.ev_class <> over.oid
)
select n.nspname, c.relname, format('create view %%I.%%I%%s as %%s', n.nspname, c.relname,
        ' with (' || array_to_string(c.reloptions, ', ') || ')', pg_get_viewdef(c.oid)), pg_get_userbyid(c.relowner)
from over join pg_class c using (oid) join pg_namespace n on n.oid = c.relnamespace
where depth > 0 group by n.nspname, c.relname, c.oid, c.reloptions, c.relowner order by max(depth);
