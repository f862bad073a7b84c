-- What is open that must be closed: one row each, no row when the database may be served. `sentence` says what,
-- `closing` is the statement that closes it (null: there is none), `of_accounts` whether people's accounts are open.
-- One statement that any role may run. On a hosted project only the shop's own schemas are checked.
-- $1: the names of the files in policies/, with commas between them; their tables must be there.
-- What the owner adds to schema public is theirs while no visitor reaches it.

with
hosted as (select exists (select from pg_roles where rolname = 'supabase_admin') as yes),
-- The schemas in which every object is our business.
ours as (
    select oid, nspname as schema from pg_namespace, hosted
    where case when hosted.yes then nspname in ('public', 'private')
        else nspname !~ '^pg_' and nspname <> 'information_schema' end
),
wanted (relation) as (
    select case when file ~ '^(auth|private|storage)_' then regexp_replace(file, '_', '.') else 'public.' || file end
    from unnest(string_to_array($1, ',')) as file
),
-- Functions that run with their owner's rights and that a visitor may call.
callable_by_visitors (signature) as (values ('unsubscribe(uuid)'), ('public.unsubscribe(uuid)')),
browser (name) as (values ('anon'), ('authenticated')),
-- Every role that a request may take, and PUBLIC.
requests (oid, name, called) as (
    select 0, 'public', 'everybody (PUBLIC)'
    union all
    select oid, rolname, rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role')
),
-- What the gateway signs in as, and may become.
server_roles as (
    select oid, rolname, rolsuper, rolbypassrls from pg_roles where rolname in ('authenticator', 'anon', 'authenticated',
        'service_role', 'supabase_auth_admin', 'supabase_storage_admin')
),
relations as (
    select c.oid, c.relkind, c.relrowsecurity, c.reloptions, c.relacl, ours.schema, ours.schema || '.' || c.relname as relation,
        format('%I.%I', ours.schema, c.relname) as name,
        exists (
            select from browser, unnest(array['SELECT', 'INSERT', 'UPDATE']) as verb
            where has_any_column_privilege(browser.name, c.oid, verb))
            or exists (select from browser where has_table_privilege(browser.name, c.oid, 'DELETE')) as reached
    from pg_class c join ours on ours.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'f')
),
held_rights as (
    select schema, relation, name, held.grantee, held.privilege_type, null as attname
    from relations, aclexplode(relacl) as held
    union all
    select schema, relation, name, held.grantee, held.privilege_type, a.attname
    from relations join pg_attribute a on a.attrelid = relations.oid, aclexplode(a.attacl) as held
)

select format('table %s is missing', relation) as sentence, null as closing, false as of_accounts
from wanted where relation not in (
    select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace)

union all
-- Accounts first: no visitor has any right on a table of these schemas, nor has the service key.
select distinct format('%s may %s %s', requests.called, lower(privilege_type), concat_ws('.', relation, attname)),
    format('revoke %s on table %s from %I cascade', concat(privilege_type, ' (' || quote_ident(attname) || ')'), held_rights.name,
        requests.name), schema = 'auth'
from held_rights join requests on requests.oid = grantee
where schema in ('auth', 'private') or relation = 'storage.removed' or requests.oid = 0

union all
select format('row level security is off on %s', relation), format('alter table %s enable row level security', name), false
from relations
where relkind in ('r', 'p') and not relrowsecurity
    and (schema = 'private' or schema = 'public' and (reached or relation in (select relation from wanted)))
union all
select 'row level security is off on storage.objects', 'alter table storage.objects enable row level security', false
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'storage' and c.relname = 'objects' and not c.relrowsecurity
union all
select format('%s %s shows rows with its owner''s rights, past row level security',
        case relkind when 'v' then 'view' else 'materialized view' end, relation),
    case relkind when 'v' then format('alter view %s set (security_invoker = true)', name)
        else format('revoke all on table %s from public, anon, authenticated', name) end, false
from relations
where relkind in ('v', 'm') and schema in ('public', 'private') and reached
    and not (relkind = 'v' and coalesce(reloptions, '{}') && array['security_invoker=true', 'security_invoker=on'])

union all
select format('everybody (PUBLIC) may call %s', p.oid::regprocedure),
    format('revoke all on routine %s from public', p.oid::regprocedure), ours.schema = 'auth'
from pg_proc p join ours on ours.oid = p.pronamespace, hosted,
    aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as held
where held.grantee = 0
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    and not (hosted.yes and p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype)) -- nobody can call these
union all
select format('everybody (PUBLIC) has %s on schema %s', held.privilege_type, n.nspname),
    format('revoke all on schema %I from public', n.nspname), n.nspname = 'auth'
from pg_namespace n join ours on ours.oid = n.oid, hosted, aclexplode(n.nspacl) as held
where held.grantee = 0 and not (hosted.yes and n.nspname = 'public' and held.privilege_type = 'USAGE')
union all
select format('everybody (PUBLIC) has %s on this database', held.privilege_type),
    format('revoke all on database %I from public', d.datname), false
from pg_database d, hosted, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) as held
where d.datname = current_database() and held.grantee = 0 and not hosted.yes

union all
select format('%s may %s %s, which row level security doesn''t judge', browser.name, lower(kind), relation),
    format('revoke %s on table %s from %I, public cascade', kind, relations.name, browser.name), false
from browser, unnest(array['TRUNCATE', 'TRIGGER', 'REFERENCES']) as kind, relations
where relkind in ('r', 'p') and schema = 'public' and has_table_privilege(browser.name, relations.oid, kind)
union all
select format('%s may use schema private', browser.name),
    format('revoke all on schema private from %I, public cascade', browser.name), false
from browser where has_schema_privilege(browser.name, 'private', 'usage')
union all
select format('%s may create things in schema %s', browser.name, ours.schema),
    format('revoke create on schema %I from %I, public cascade', ours.schema, browser.name), false
from browser, ours where has_schema_privilege(browser.name, ours.oid, 'create')

union all
select format('anon may call %s, which runs with its owner''s rights', p.oid::regprocedure),
    format('revoke all on routine %s from anon, public cascade', p.oid::regprocedure), false
from pg_proc p join ours on ours.oid = p.pronamespace, hosted
where p.prosecdef and has_function_privilege('anon', p.oid, 'execute')
    and not (hosted.yes and p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype))
    and p.oid::regprocedure::text not in (select signature from callable_by_visitors)
union all
select format('%s runs with its owner''s rights and lets its caller choose the search path', p.oid::regprocedure),
    format('alter routine %s set search_path = pg_catalog, public, pg_temp', p.oid::regprocedure), false
from pg_proc p join ours on ours.oid = p.pronamespace
where p.prosecdef and ours.schema in ('public', 'private')
    and not coalesce(array_to_string(p.proconfig, ','), '') ~ '(^|,)search_path='

union all
select format('role %s is a superuser or bypasses row level security', rolname),
    concat_ws(' ', 'alter role', quote_ident(rolname), case when rolsuper then 'nosuperuser' end,
        case when rolbypassrls and rolname <> 'service_role' then 'nobypassrls' end), false
from server_roles, hosted
where (rolname in ('authenticator', 'anon', 'authenticated') or not hosted.yes) and (rolsuper or rolbypassrls)
    and not (rolname = 'service_role' and rolbypassrls and not rolsuper)
union all
select format('%s may become %s', one.rolname, other.rolname), format('revoke %I from %I', other.rolname, one.rolname), false
from server_roles as one, pg_roles as other, hosted
where (one.rolname in ('anon', 'authenticated') or not (hosted.yes or one.rolsuper)) and other.rolname <> one.rolname
    and pg_has_role(one.oid, other.oid, 'member')
    and not (one.rolname = 'authenticator' and other.oid in (select oid from server_roles))
union all
-- Not one trigger would run for the gateway.
select 'the gateway signs in with ' || setting, concat_ws(' ', 'alter',
        case when setrole <> 0 then concat('role ', setrole::regrole) when setdatabase = 0 then 'role all' end,
        case when setdatabase <> 0 then concat(case when setrole <> 0 then 'in ' end, format('database %I', current_database())) end,
        'reset session_replication_role'), false
from pg_db_role_setting, unnest(setconfig) as setting
where setting ~ '^session_replication_role=' and setting !~ '=origin$' and setdatabase in (
        0, (select oid from pg_database where datname = current_database()))
    and setrole in (0, (select oid from server_roles where rolname = 'authenticator'))
order by of_accounts desc;
