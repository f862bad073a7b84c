-- What is there and must be missed when it is gone: one row a mutant. `words` are looked for in the tests' titles.
with ours as (
    select oid, nspname as schema, case nspname when 'storage' then 'files' end as subject from pg_namespace where nspname in ('public', 'private', 'auth', 'storage')
),
relations as (
    select c.*, ours.schema, ours.subject, format('%I.%I', ours.schema, c.relname) as place
    from pg_class c join ours on ours.oid = c.relnamespace
),
policies as (
    select *, format('%I on %I.%I', policyname, schemaname, tablename) as place,
        format('create policy %I on %I.%I as %s for %s to %s%s%s', policyname, schemaname, tablename, permissive, cmd,
            array_to_string(roles::text[], ', '), ' using (' || qual || ')', ' with check (' || with_check || ')')
            as definition
    from pg_policies join ours on schema = schemaname
)

select 'policy' as kind, schema, array[tablename::text, lower(cmd), subject] as words, format('drop policy %s', place) as mutation,
    definition as undo
from policies
union all
select 'policy opened', schema, array[tablename::text, lower(cmd), subject],
    format('alter policy %s%s%s', place, case when qual is not null then ' using (true)' end,
        case when with_check is not null then ' with check (true)' end),
    format('drop policy %s; %s', place, definition)
from policies where qual is distinct from 'true' and with_check is distinct from 'true'

union all
select 'row security', schema, array[relname::text, 'policy', subject], format('alter table %s disable row level security', place),
    format('alter table %s enable row level security', place)
from relations where relrowsecurity
union all
select 'row security', schema, array[relname::text, 'select'], format('alter view %s reset (security_invoker)', place),
    format('alter view %s set (security_invoker = true)', place)
from relations where relkind = 'v' and reloptions && array['security_invoker=true', 'security_invoker=on']

union all
select 'trigger', schema, array[relname::text, tgname::text, substring(lower(pg_get_triggerdef(t.oid)) from 'insert|update|delete')],
    format('drop trigger %I on %s', tgname, place), pg_get_triggerdef(t.oid)
from pg_trigger t join relations r on r.oid = t.tgrelid where not tgisinternal

union all
select 'constraint', schema, array[relname::text, conname::text, 'null'],
    format('alter table %s drop constraint %I cascade', place, conname),
    concat_ws('; ', format('alter table %s add constraint %I %s', place, conname, pg_get_constraintdef(k.oid)), (
        select string_agg(format('alter table %s add constraint %I %s', f.conrelid::regclass, f.conname,
            pg_get_constraintdef(f.oid)), '; ' order by f.conname)
        from pg_constraint f where f.contype = 'f' and k.contype in ('p', 'u') and f.conindid = k.conindid))
from pg_constraint k join relations r on r.oid = k.conrelid
where contype in ('c', 'f', 'p', 'u', 'x') or contype = 'n' and not exists (
    -- part of what a primary key or an identity is
    select from pg_attribute a left join pg_constraint key on key.conrelid = a.attrelid and key.contype = 'p'
    where a.attrelid = k.conrelid and a.attnum = k.conkey[1] and (a.attnum = any (key.conkey) or a.attidentity <> ''))
union all
select 'constraint', schema, array[relname::text, i.indexrelid::regclass::text], format('drop index %s', i.indexrelid::regclass),
    pg_get_indexdef(i.indexrelid)
from pg_index i join relations r on r.oid = i.indrelid
where indisunique and not exists (select from pg_constraint where conindid = i.indexrelid)

union all
select 'grant', schema, array[held.grantee::regrole::text, schema, 'tables', 'closed'],
    format('revoke %s on %s from %I', held.privilege_type, place, held.grantee::regrole),
    format('grant %s on %s to %I', held.privilege_type, place, held.grantee::regrole)
from relations, aclexplode(relacl) as held where held.grantee <> relowner and relkind <> 'S'
union all
select 'grant', schema, array[held.grantee::regrole::text, schema, 'tables', 'closed'],
    format('revoke %s on sequence %s from %I', held.privilege_type, place, held.grantee::regrole),
    format('grant %s on sequence %s to %I', held.privilege_type, place, held.grantee::regrole)
from relations, aclexplode(relacl) as held where held.grantee <> relowner and relkind = 'S'
union all
select 'grant', schema, array[relname::text, lower(held.privilege_type), attname::text],
    format('revoke %s (%I) on %s from %I', held.privilege_type, attname, place, held.grantee::regrole),
    format('grant %s (%I) on %s to %I', held.privilege_type, attname, place, held.grantee::regrole)
from relations r join pg_attribute a on a.attrelid = r.oid, aclexplode(attacl) as held
union all
select 'grant', schema, array[held.grantee::regrole::text, schema, 'functions', 'closed'],
    format('revoke execute on function %s from %I', p.oid::regprocedure, held.grantee::regrole),
    format('grant execute on function %s to %I', p.oid::regprocedure, held.grantee::regrole)
from pg_proc p join ours on ours.oid = pronamespace, aclexplode(proacl) as held where held.grantee <> proowner
union all
select 'grant', schema, array[typname::text, held.grantee::regrole::text],
    format('revoke usage on type %s from %I', t.oid::regtype, held.grantee::regrole),
    format('grant usage on type %s to %I', t.oid::regtype, held.grantee::regrole)
from pg_type t join ours on ours.oid = typnamespace, aclexplode(typacl) as held where held.grantee <> typowner
union all
select 'grant', schema, array[schema::text, 'schemas', 'closed', held.grantee::regrole::text],
    format('revoke %s on schema %I from %I', held.privilege_type, schema, held.grantee::regrole),
    format('grant %s on schema %I to %I', held.privilege_type, schema, held.grantee::regrole)
from pg_namespace n join ours on ours.oid = n.oid, aclexplode(nspacl) as held where held.grantee <> nspowner
union all
select 'grant', 'public', array['authenticator', roleid::regrole::text],
    format('revoke %s from authenticator', roleid::regrole),
    format('grant %s to authenticator with inherit false, set true', roleid::regrole)
from pg_auth_members where member = 'authenticator'::regrole
order by kind, schema, mutation;
