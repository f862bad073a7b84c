-- name: tables
-- Schema, name and referenced tables of each table in schemas private and public.
select n.nspname, c.relname, array(
    select rn.nspname || '.' || r.relname
    from pg_constraint con
    join pg_class r on r.oid = con.confrelid join pg_namespace rn on rn.oid = r.relnamespace
    where con.conrelid = c.oid and con.contype = 'f' and r.oid <> c.oid)
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('public', 'private') and c.relkind = 'r' order by 1, 2;

-- name: columns
-- Name, and whether it is generated.
select attname, attgenerated <> '' from pg_attribute
where attrelid = to_regclass(%s) and attnum > 0 and not attisdropped order by attnum;

-- name: keys
-- The keys of a JSON object.
select array(select jsonb_object_keys(%s::jsonb));

-- name: fill_object_names
-- Pictures get new versions where they arrive, so the version under which a name was first used stays behind.
insert into private.object_names (bucket_id, name, version, owner_id, sha256, first_used_at,
    perceptual_hash, word_prints)
select bucket_id, name, gen_random_uuid()::text, owner_id, sha256, first_used_at, perceptual_hash,
    word_prints
from jsonb_populate_record(null::private.object_names, %s::jsonb)
on conflict (bucket_id, name) do update
set owner_id = excluded.owner_id, sha256 = excluded.sha256, first_used_at = excluded.first_used_at,
    perceptual_hash = excluded.perceptual_hash, word_prints = excluded.word_prints;

-- name: fill_record_pictures
-- A picture that was left out has none; the checksum still says which it was.
insert into private.record_pictures (place, record, named_by, object_name, version, sha256, settled, noted_at)
select place, record, named_by, object_name,
    coalesce((select version from storage.objects where bucket_id = 'tapis' and name = noted.object_name),
        gen_random_uuid()::text),
    sha256, settled, noted_at
from jsonb_populate_record(null::private.record_pictures, %s::jsonb) as noted;

-- name: other_tables
-- Kind and name of each table and view, in public, private and schemas of this owner, but for those of the shop, of
-- the platform and of extensions.
select case when c.relkind in ('v', 'm') then 'view' else 'table' end, n.nspname || '.' || c.relname
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'f', 'v', 'm')
    and (n.nspname in ('public', 'private')
        or n.nspowner = (select oid from pg_roles where rolname = current_user))
    and n.nspname not in ('auth', 'storage', 'information_schema') and n.nspname !~ '^pg_'
    and n.nspname || '.' || c.relname <> all(%s)
    and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
order by 1, 2;
