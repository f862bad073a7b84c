-- name: tables
-- Every column of every table and view of a schema: its type, default, and place in the primary key.
select c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attidentity <> ''
        then format('nextval(%L)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
        when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
    array_position(i.indkey::int2[], a.attnum)
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
left join pg_index i on i.indrelid = c.oid and i.indisprimary
where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')
order by c.relname, a.attnum;

-- name: functions
-- Functions that can be called: none variadic, no trigger functions. Named results are a row, one alone too. A type
-- modifier of -1 writes bpchar and not character, which would be one letter.
select p.proname,
    case when p.prorettype = 'void'::regtype then 'nothing'
        when t.typtype = 'c' or p.prorettype = 'record'::regtype or p.proargmodes && '{t,b,o}' then 'row'
        else 'value' end,
    p.proretset,
    array(select coalesce(name, '')
        from unnest(coalesce(p.proargnames, array_fill(''::text, array[p.pronargs::int])), p.proargmodes) with ordinality as argument (name, mode, nr)
        where coalesce(mode, 'i') in ('i', 'b') order by nr)::text[],
    array(select format_type(type, -1)
        from unnest(p.proargtypes) with ordinality as argument (type, nr) order by nr),
    p.pronargs - p.pronargdefaults, p.provolatile = 'v',
    (select relname from pg_class where oid = t.typrelid and relnamespace = n.oid)
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type t on t.oid = p.prorettype
where n.nspname = $1 and p.prokind = 'f' and p.provariadic = 0
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
order by p.proname, p.pronargs, p.proargtypes::text;

-- name: foreign_keys
-- Every foreign key between two tables of a schema, and whether a unique index allows its columns in one row only.
select t.relname, c.conname, other.relname,
    array(select a.attname from unnest(c.conkey) with ordinality as key (nr, at)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = key.nr order by key.at)::text[],
    array(select a.attname from unnest(c.confkey) with ordinality as key (nr, at)
        join pg_attribute a on a.attrelid = other.oid and a.attnum = key.nr order by key.at)::text[],
    exists (select from pg_index i where i.indrelid = t.oid and i.indisunique and i.indpred is null
        and i.indkey::int2[] <@ c.conkey and c.conkey <@ i.indkey::int2[])
from pg_constraint c
join pg_class t on t.oid = c.conrelid
join pg_class other on other.oid = c.confrelid
join pg_namespace n on n.oid = t.relnamespace and n.oid = other.relnamespace
where n.nspname = $1 and c.contype = 'f' and c.conparentid = 0
order by t.relname, c.conname;

-- name: public_tables
-- Tables that provably show the same rows to a role, whoever has it: all of them, or those that meet a condition on the
-- row alone. To signed-in people they may show the rest if they are administrators, who are never answered from memory. And
-- views of nothing else that depend on no clock, setting or caller (only immutable functions). With a digest of their
-- columns and conditions. tgtype 60 is a trigger after each statement (not row, not before) that inserts, deletes, updates
-- or truncates.
with readable as (
    select c.oid, c.relname, c.relkind, c.reloptions, r.oid as reader, r.rolname,
        (select md5(string_agg(format('%s %s', a.attname, a.atttypid), ',' order by a.attnum)) from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as shape
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    cross join pg_roles r
    where n.nspname = $1 and r.rolname in ('anon', 'authenticated') and not r.rolsuper and not r.rolbypassrls
        and c.relkind in ('r', 'v') and not c.relhassubclass
        and has_schema_privilege(r.oid, n.oid, 'usage') and has_table_privilege(r.oid, c.oid, 'select')
),
policies as (
    select p.polrelid, r.rolname, pg_get_expr(p.polqual, p.polrelid) as condition,
        p.polqual::text !~ 'SQLVALUEFUNCTION|NEXTVALUEEXPR|COERCEVIAIO|SUBLINK|SUBPLAN' and not exists (
            select from regexp_matches(p.polqual::text, ':(?:funcid|opfuncid) ([0-9]+)', 'g') as called
            join pg_proc f on f.oid = called[1]::oid where f.provolatile <> 'i') as of_row
    from pg_policy p cross join pg_roles r
    where p.polpermissive and p.polcmd in ('r', '*') and r.rolname in ('anon', 'authenticated')
        and exists (select from unnest(p.polroles) as bound where bound = 0 or pg_has_role(r.oid, bound, 'usage'))
),
shown as (
    select polrelid, rolname, array_agg(condition order by condition) filter (where of_row) as conditions,
        bool_or(condition = 'true') or bool_and(of_row or rolname = 'authenticated'
            and condition = '(( SELECT private.app_role() AS app_role) = ''admin''::text)') as to_everybody
    from policies group by 1, 2
),
tables as (
    select readable.oid, readable.relname, readable.relkind, readable.reloptions, readable.reader, readable.rolname,
        md5(format('%s %s', shape, shown.conditions)) as shape
    from readable
    join pg_class c on c.oid = readable.oid
    join shown on shown.polrelid = c.oid and shown.rolname = readable.rolname
    join shown as visitors on visitors.polrelid = c.oid and visitors.rolname = 'anon'
    where c.relkind = 'r' and c.relrowsecurity
        and shown.to_everybody and shown.conditions = visitors.conditions
        and not exists (
            select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd in ('r', '*'))
        and exists (
            select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
            where t.tgrelid = c.oid and t.tgenabled in ('O', 'A') and t.tgtype = 60 and t.tgqual is null
                and f.proname = 'tg__notify_content_changed')
),
views as (
    select readable.* from readable join pg_rewrite w on w.ev_class = readable.oid
    where relkind = 'v' and reloptions && array['security_invoker=true', 'security_invoker=on']
        and w.ev_action::text !~ 'SQLVALUEFUNCTION|NEXTVALUEEXPR|COERCEVIAIO|TABLESAMPLE|SUBLINK'
        and not exists (
            select from regexp_matches(w.ev_action::text, ':(?:funcid|opfuncid|aggfnoid|winfnoid) ([0-9]+)', 'g') as called
            join pg_proc f on f.oid = called[1]::oid where f.provolatile <> 'i')
        and not exists (
            select from pg_depend d join pg_class used on used.oid = d.refobjid
            where d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refclassid = 'pg_class'::regclass
                and used.oid <> readable.oid
                and not exists (select from tables where tables.oid = used.oid and tables.reader = readable.reader))
)
select relname, rolname, shape from tables
union all select relname, rolname, shape from views
order by 1, 2;
