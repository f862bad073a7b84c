-- What is deliberately not granted: one row a mutant that grants it. PUBLIC stands for everybody at once,
-- and is no word to look for: it is the name of a schema, too.
with ours as (
    select oid, nspname as schema from pg_namespace where nspname in ('public', 'private', 'auth', 'storage')
),
grantees (role) as (values ('anon'), ('authenticated'), ('service_role'), ('authenticator'),
    ('supabase_auth_admin'), ('supabase_storage_admin'), ('public')),
relations as (
    select c.*, schema, format('%I.%I', schema, relname) as place
    from pg_class c join ours on ours.oid = relnamespace where relkind in ('r', 'p', 'v', 'm')
),
rights (kind, privilege) as (values
    ('r', 'select'), ('r', 'insert'), ('r', 'update'), ('r', 'delete'), ('r', 'truncate'), ('r', 'references'),
    ('r', 'trigger'), ('r', 'maintain'),
    ('v', 'select'), ('v', 'insert'), ('v', 'update'), ('v', 'delete'), ('v', 'trigger'))

-- 1 tables and views
select 'absence' as kind, schema, array[relname::text, nullif(role, 'public'), schema, 'tables', 'closed'] as words,
    format('grant %s on %s to %s', privilege, place, role) as mutation,
    format('revoke %s on %s from %s', privilege, place, role) as undo
from relations join rights on rights.kind = relkind::text, grantees
where not has_table_privilege(role, relations.oid, privilege)
    -- whoever may write to a view that sums up hears that nothing can be written
    and not (relkind = 'v' and pg_relation_is_updatable(relations.oid, false)
        & case privilege when 'insert' then 8 when 'update' then 4 when 'delete' then 16 else 0 end = 0
        and privilege in ('insert', 'update', 'delete'))
    and not (privilege in ('select', 'insert', 'update') and has_any_column_privilege(role, relations.oid, privilege))
union all
select 'absence', schema, array[relname::text, nullif(role, 'public'), schema, 'tables', 'closed'],
    format('grant %s (%I) on %s to %s', privilege, attname, place, role),
    format('revoke %s (%I) on %s from %s', privilege, attname, place, role)
from relations join pg_attribute a on attrelid = relations.oid and attnum > 0 and not attisdropped,
    grantees, (values ('select'), ('insert'), ('update')) as by_column (privilege)
where has_any_column_privilege(role, relations.oid, privilege)
    and not has_column_privilege(role, relations.oid, attname, privilege)

-- 2 sequences
union all
select 'absence', schema, array[relname::text, nullif(role, 'public'), schema, 'tables', 'closed'],
    format('grant %s on sequence %I.%I to %s', privilege, schema, relname, role),
    format('revoke %s on sequence %I.%I from %s', privilege, schema, relname, role)
from pg_class c join ours on ours.oid = relnamespace, grantees, (values ('usage'), ('select'), ('update')) as kinds (privilege)
where relkind = 'S' and not has_sequence_privilege(role, c.oid, privilege)

-- 3 functions, and every function made later
union all
select 'absence', schema, array[proname::text, nullif(role, 'public'), schema, 'functions', 'closed'],
    format('grant execute on function %s to %s', p.oid::regprocedure, role),
    format('revoke execute on function %s from %s', p.oid::regprocedure, role)
from pg_proc p join ours on ours.oid = pronamespace, grantees
where not has_function_privilege(role, p.oid, 'execute')
union all
select 'absence', 'public', array['later', 'function'],
    format('alter default privileges for role %I grant execute on functions to public', defaclrole::regrole),
    format('alter default privileges for role %I revoke execute on functions from public', defaclrole::regrole)
from pg_default_acl where defaclobjtype = 'f' and defaclnamespace = 0

-- 4 schemas
union all
select 'absence', schema, array[schema::text, nullif(role, 'public'), privilege, 'schema'],
    format('grant %s on schema %I to %s', privilege, schema, role),
    format('revoke %s on schema %I from %s', privilege, schema, role)
from ours, grantees, (values ('usage'), ('create')) as kinds (privilege)
where not has_schema_privilege(role, ours.oid, privilege)
order by kind, schema, mutation;
