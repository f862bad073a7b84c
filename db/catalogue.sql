-- The rules of a database: one row per rule, with the statement that creates it again. `tapis doctor` runs this on a
-- shop and on a database that was just built from db/, and compares.
-- One statement, run by the owner. Of the schemas auth and storage only rules are listed, not every column's default.

with
ours as (
    select oid, nspname as schema from pg_namespace where nspname in ('public', 'private', 'auth', 'storage')
),
tables as (
    select c.oid, c.relowner, c.relacl, c.relrowsecurity, format('%I.%I', ours.schema, c.relname) as name
    from pg_class as c join ours on ours.oid = c.relnamespace where c.relkind in ('r', 'p')
)

select 'column' as kind, format('%s.%I', tables.name, a.attname) as name,
    format('%s%s', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end) as definition,
    null as remake
from pg_attribute as a join tables on tables.oid = a.attrelid where a.attnum > 0 and not a.attisdropped

union all
select 'constraint', format('%s.%I', tables.name, con.conname), pg_get_constraintdef(con.oid),
    format('alter table %s add constraint %I %s', tables.name, con.conname, pg_get_constraintdef(con.oid))
from pg_constraint as con join tables on tables.oid = con.conrelid where con.contype <> 'n'

union all
select 'index', i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), pg_get_indexdef(i.indexrelid)
from pg_index as i join tables on tables.oid = i.indrelid
where i.indisvalid and not exists (select from pg_constraint where conindid = i.indexrelid)

union all
select 'row level security', name, 'on', format('alter table %s enable row level security', name)
from tables where relrowsecurity

union all
select 'policy', format('%I.%I.%I', p.schemaname, p.tablename, p.policyname),
    format('%s %s to %s using (%s) with check (%s)', p.permissive, p.cmd, p.roles, p.qual, p.with_check), null
from pg_policies as p join ours on ours.schema = p.schemaname

union all
select 'trigger', format('%s.%I', tables.name, t.tgname),
    pg_get_triggerdef(t.oid) || case t.tgenabled when 'O' then '' else format(' (%s)', t.tgenabled) end, null
from pg_trigger as t join tables on tables.oid = t.tgrelid where not t.tgisinternal

union all
select 'function', p.oid::regprocedure::text, pg_get_functiondef(p.oid), null
from pg_proc as p join ours on ours.oid = p.pronamespace
where p.prokind = 'f' and not exists (
    select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')

union all
select 'view', format('%I.%I', ours.schema, c.relname),
    format('%s with (%s)', pg_get_viewdef(c.oid), array_to_string(c.reloptions, ', ')), null
from pg_class as c join ours on ours.oid = c.relnamespace where c.relkind = 'v'

union all
select 'right', format('%s on %s for %s', lower(held.privilege_type), tables.name,
        case held.grantee when 0 then 'public' else pg_get_userbyid(held.grantee)::text end), 'granted', null
from tables, aclexplode(tables.relacl) as held where held.grantee <> tables.relowner
union all
select 'right', format('%s on %s.%I for %s', lower(held.privilege_type), tables.name, a.attname,
        case held.grantee when 0 then 'public' else pg_get_userbyid(held.grantee)::text end), 'granted', null
from pg_attribute as a join tables on tables.oid = a.attrelid, aclexplode(a.attacl) as held
where held.grantee <> tables.relowner;
