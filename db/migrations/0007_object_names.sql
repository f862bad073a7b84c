-- Every name that an object ever had. A name is used once: nobody uploads another picture under the name of one that
-- was removed, so what a record names stays what it was. Only a removed picture itself comes back under its name.
create table private.object_names (
    bucket_id text,
    name text,
    version text not null,
    owner_id text,
    sha256 text,
    first_used_at timestamptz not null default now(),
    constraint object_names_pkey primary key (bucket_id, name),
    constraint object_names_sha256_is_hexadecimal check (sha256 ~ '^[0-9a-f]{64}$')
);
alter table private.object_names enable row level security;
comment on table private.object_names is 'Every name that an object ever had, and which bytes it stands for.';
comment on column private.object_names.version is 'The version of the object that the name was first given to.';
comment on column private.object_names.sha256 is 'Of the bytes; null where the platform keeps none.';
create index object_names_of_an_owner on private.object_names (owner_id, first_used_at desc);

-- The names of what is stored now.
insert into private.object_names (bucket_id, name, version, owner_id, sha256, first_used_at)
select bucket_id, name, coalesce(version, id::text), owner_id,
    substring(metadata ->> 'eTag' from '^"([0-9a-f]{64})"$'), created_at
from storage.objects where bucket_id is not null and name is not null;

-- The names of what was removed and is still recoverable, the newest of a name; a hosted project keeps none.
do $$
begin
    if to_regclass('storage.removed') is not null then
        insert into private.object_names (bucket_id, name, version, owner_id, sha256, first_used_at)
        select object ->> 'bucket_id', object ->> 'name', version, object ->> 'owner_id',
            substring(object -> 'metadata' ->> 'eTag' from '^"([0-9a-f]{64})"$'),
            (object ->> 'created_at')::timestamptz
        from storage.removed order by removed_at desc
        on conflict do nothing;
    end if;
end
$$;
