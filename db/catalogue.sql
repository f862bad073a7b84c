-- The rules of a database: one row per rule. `tapis doctor` runs this on a shop and on a database that was just built
-- from db/, and compares; `tapis migrate` tells by it what the shop made from what its owner added.
-- `remake` creates a rule again, `removal` takes it away; null where nothing here does. `relation` is the table,
-- view, function or schema that it is about, and `opens` says whether it gives something to a role that a request may take.
-- One statement, run by the owner. Of the schemas auth and storage only rules are listed, not every column's default.

with
ours as (
    select oid, nspname as schema, nspacl from pg_namespace where nspname in ('public', 'private', 'auth', 'storage')
),
-- Every role that a request may take, and PUBLIC.
requests (oid) as (
    select 0 union all select oid from pg_roles where rolname in ('anon', 'authenticated', 'service_role')
),
relations as (
    select c.oid, c.relkind, c.relowner, c.relacl, c.reloptions, c.relrowsecurity, ours.schema,
        format('%I.%I', ours.schema, c.relname) as name
    from pg_class as c join ours on ours.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
),
tables as (select * from relations where relkind in ('r', 'p')),
-- What is granted, on what, to whom but the owner; of what is no table, to the roles of requests.
held as (
    select name as relation, name as title, 'table ' || name as target, null as attname, privilege_type, grantee
    from relations, aclexplode(relacl) where grantee <> relowner and relkind <> 'S'
    union all
    select relations.name, format('%s.%I', relations.name, a.attname), 'table ' || relations.name, a.attname, privilege_type, grantee
    from relations join pg_attribute as a on a.attrelid = relations.oid, aclexplode(a.attacl) where grantee <> relowner
    union all
    select name, name, 'sequence ' || name, null, privilege_type, grantee
    from relations, aclexplode(relacl) where relkind = 'S' and grantee in (select oid from requests)
    union all
    select format('schema %I', schema), format('schema %I', schema), format('schema %I', schema), null, privilege_type, grantee
    from ours, aclexplode(nspacl) where grantee in (select oid from requests)
    union all
    select p.oid::regprocedure::text, p.oid::regprocedure::text, 'routine ' || p.oid::regprocedure, null, privilege_type, grantee
    from pg_proc as p join ours on ours.oid = p.pronamespace, aclexplode(coalesce(proacl, acldefault('f', proowner)))
    where grantee in (select oid from requests)
)

select 'column' as kind, format('%s.%I', tables.name, a.attname) as name, format_type(a.atttypid, a.atttypmod) as definition,
    null as remake, null as removal, tables.name as relation, false as opens
from pg_attribute as a join tables on tables.oid = a.attrelid where a.attnum > 0 and not a.attisdropped
union all
select 'required column', format('%s.%I', tables.name, a.attname), 'not null',
    format('alter table %s alter column %I set not null', tables.name, a.attname), null, tables.name, false
from pg_attribute as a join tables on tables.oid = a.attrelid where a.attnum > 0 and not a.attisdropped and a.attnotnull
union all
select 'default', format('%s.%I', tables.name, a.attname), pg_get_expr(d.adbin, d.adrelid),
    format('alter table %s alter column %I set default %s', tables.name, a.attname, pg_get_expr(d.adbin, d.adrelid)),
    null, tables.name, false
from pg_attrdef as d join pg_attribute as a on (a.attrelid, a.attnum) = (d.adrelid, d.adnum)
join tables on tables.oid = d.adrelid where a.attgenerated = '' and tables.schema in ('public', 'private')

union all
select 'constraint', format('%s.%I', tables.name, con.conname), pg_get_constraintdef(con.oid),
    format('alter table %s add constraint %I %s', tables.name, con.conname, pg_get_constraintdef(con.oid)),
    format('alter table %s drop constraint %I', tables.name, con.conname), tables.name, false
from pg_constraint as con join tables on tables.oid = con.conrelid where con.contype <> 'n'

union all
select 'index', i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), pg_get_indexdef(i.indexrelid),
    format('drop index %s', i.indexrelid::regclass), tables.name, false
from pg_index as i join tables on tables.oid = i.indrelid
where i.indisvalid and not exists (select from pg_constraint where conindid = i.indexrelid)

union all
select 'row level security', name, 'on', format('alter table %s enable row level security', name), null, name, false
from tables where relrowsecurity

union all
select 'policy', format('%s.%I', tables.name, p.polname),
    format('create policy %I on %s as %s for %s to %s', p.polname, tables.name,
        case when p.polpermissive then 'permissive' else 'restrictive' end,
        case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        (select string_agg(case role when 0 then 'public' else quote_ident(pg_get_userbyid(role)) end, ', ' order by role)
            from unnest(p.polroles) as role))
        || coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
        || coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', ''),
    null, format('drop policy %I on %s', p.polname, tables.name), tables.name,
    p.polpermissive and exists (select from requests where oid = any(p.polroles))
from pg_policy as p join tables on tables.oid = p.polrelid

union all
select 'trigger', format('%s.%I', relations.name, t.tgname),
    pg_get_triggerdef(t.oid) || case t.tgenabled when 'O' then '' else format(' (%s)', t.tgenabled) end,
    null, format('drop trigger %I on %s', t.tgname, relations.name), relations.name, false
from pg_trigger as t join relations on relations.oid = t.tgrelid where not t.tgisinternal

union all
-- It opens something where it runs with its owner's rights, to whoever may call it.
select 'function', p.oid::regprocedure::text, pg_get_functiondef(p.oid), null,
    format('revoke all on routine %s from public, anon, authenticated, service_role', p.oid::regprocedure),
    p.oid::regprocedure::text, p.prosecdef
from pg_proc as p join ours on ours.oid = p.pronamespace
where p.prokind in ('f', 'p') and not exists (
    select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')

union all
select 'rule', format('%s.%I', relations.name, r.rulename), pg_get_ruledef(r.oid), null,
    format('drop rule %I on %s', r.rulename, relations.name), relations.name, false
from pg_rewrite as r join relations on relations.oid = r.ev_class where r.rulename <> '_RETURN'

union all
select 'view', name, format('%s with (%s)', pg_get_viewdef(oid), array_to_string(reloptions, ', ')), null, null, name, false
from relations where relkind in ('v', 'm')

union all
select 'right', format('%s on %s for %s', lower(privilege_type), title, coalesce(rolname, 'public')),
    format('grant %s on %s to %s', what, target, role), null,
    format('revoke %s on %s from %s cascade', what, target, role), relation, grantee in (select oid from requests)
from held left join pg_roles on pg_roles.oid = grantee,
    concat(privilege_type, ' (' || quote_ident(attname) || ')') as what, coalesce(quote_ident(rolname), 'public') as role;
