-- name: names_of_plan
-- What the files of a planned sweep are called, in the order of its steps; those of no row by their version.
select name from (
    select 1 as step, name from storage.objects where id = any(%(unclaimed)s::uuid[])
    union all
    select 2, object ->> 'name' from storage.removed where version = any(%(expired)s::text[])
    union all
    select 3, 'file ' || version || ', of no picture' from unnest(%(unknown)s::text[]) as version
) as files order by step, name;
