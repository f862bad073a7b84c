-- What is open that must be closed: one sentence a row, no row when the database may be served. One statement that any
-- role may run. On a hosted project only the shop's own schemas are checked.

with
hosted as (select exists (select from pg_roles where rolname = 'supabase_admin') as yes),
-- The schemas in which every object is our business.
ours as (
    select oid, nspname as schema from pg_namespace, hosted
    where case when hosted.yes then nspname in ('public', 'private')
        else nspname !~ '^pg_' and nspname <> 'information_schema' end
),
wanted (place) as (values
    ('public.slides'), ('public.about_us_section'), ('public.about_us'), ('public.gallery'), ('public.products'),
    ('public.payment_methods'), ('public.audition_registrations'), ('public.audition_announcements'),
    ('public.transactions'), ('public.delivery_details'), ('public.order_deliveries'), ('public.amounts_due'),
    ('public.reviews'), ('public.statement_lines'), ('public.statement_formats'), ('public.statement_ties'),
    ('public.audit_log'), ('public.push_subscriptions'), ('public.notification_choices'), ('private.user_roles'),
    ('storage.objects')
),
-- Functions that run with their owner's rights and that a visitor may call.
callable_by_visitors (signature) as (values ('unsubscribe(uuid)'), ('public.unsubscribe(uuid)')),
browser (name) as (values ('anon'), ('authenticated'))

select format('table %s is missing', place) as sentence
from wanted where place not in (
    select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace)

union all
select format('row level security is off on %s.%s', ours.schema, c.relname)
from pg_class c join ours on ours.oid = c.relnamespace
where c.relkind in ('r', 'p') and not c.relrowsecurity and ours.schema in ('public', 'private')
union all
select format('%s %s.%s shows rows with its owner''s rights, past row level security',
    case c.relkind when 'v' then 'view' else 'materialized view' end, ours.schema, c.relname)
from pg_class c join ours on ours.oid = c.relnamespace
where c.relkind in ('v', 'm') and ours.schema in ('public', 'private')
    and not (c.relkind = 'v' and coalesce(c.reloptions, '{}') && array['security_invoker=true', 'security_invoker=on'])
union all
select 'row level security is off on storage.objects'
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'storage' and c.relname = 'objects' and not c.relrowsecurity

union all
select format('everybody (PUBLIC) may %s %s.%s', lower(held.privilege_type), ours.schema, c.relname)
from pg_class c join ours on ours.oid = c.relnamespace, aclexplode(c.relacl) as held
where held.grantee = 0
union all
select format('everybody (PUBLIC) may %s %s.%s.%s', lower(held.privilege_type), ours.schema, c.relname, a.attname)
from pg_class c join ours on ours.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) as held
where held.grantee = 0
union all
select format('everybody (PUBLIC) may call %s', p.oid::regprocedure)
from pg_proc p join ours on ours.oid = p.pronamespace, hosted,
    aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as held
where held.grantee = 0
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    and not (hosted.yes and p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype)) -- nobody can call these
union all
select format('everybody (PUBLIC) has %s on schema %s', held.privilege_type, n.nspname)
from pg_namespace n join ours on ours.oid = n.oid, hosted, aclexplode(n.nspacl) as held
where held.grantee = 0 and not (hosted.yes and n.nspname = 'public' and held.privilege_type = 'USAGE')
union all
select format('everybody (PUBLIC) has %s on this database', held.privilege_type)
from pg_database d, hosted, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) as held
where d.datname = current_database() and held.grantee = 0 and not hosted.yes

union all
select format('%s may %s %s.%s, which row level security doesn''t judge', browser.name, lower(kind), ours.schema, c.relname)
from browser, unnest(array['TRUNCATE', 'TRIGGER', 'REFERENCES']) as kind, pg_class c
join ours on ours.oid = c.relnamespace
where c.relkind in ('r', 'p') and has_table_privilege(browser.name, c.oid, kind)
    and ours.schema in ('public', 'private')
union all
select format('%s may use schema private', browser.name)
from browser where has_schema_privilege(browser.name, 'private', 'usage')
union all
select format('%s may create things in schema %s', browser.name, ours.schema)
from browser, ours where has_schema_privilege(browser.name, ours.oid, 'create')

union all
select format('anon may call %s, which runs with its owner''s rights', p.oid::regprocedure)
from pg_proc p join ours on ours.oid = p.pronamespace, hosted
where p.prosecdef and has_function_privilege('anon', p.oid, 'execute')
    and not (hosted.yes and p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype))
    and p.oid::regprocedure::text not in (select signature from callable_by_visitors)
union all
select format('%s runs with its owner''s rights and lets its caller choose the search path', p.oid::regprocedure)
from pg_proc p join ours on ours.oid = p.pronamespace
where p.prosecdef and ours.schema in ('public', 'private')
    and not coalesce(array_to_string(p.proconfig, ','), '') ~ '(^|,)search_path='

union all
select format('role %s is a superuser or bypasses row level security', rolname)
from pg_roles
where rolname in ('authenticator', 'anon', 'authenticated') and (rolsuper or rolbypassrls)
union all
select format('%s may become %s', browser.name, other.rolname)
from browser, pg_roles as other
where other.rolname <> browser.name and pg_has_role(browser.name, other.oid, 'member');
