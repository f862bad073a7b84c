-- An account is its digits: spellings that differ in dashes or spaces counted as several, and kept each line twice. Of two
-- equal lines the one that serves a payment stays; where both do, the second is a further one of its day.
--
-- Safe to run again: an import of an export that was written before does so.
create temporary table spelled on commit drop as
    select line.uuid, by_digits.account, booked_on, amount, description, place_of_day, tied.is_tied,
        row_number() over same as nth,
        max(place_of_day) over (partition by by_digits.account, booked_on, amount, description) as last_place
    from public.statement_lines as line
    cross join lateral (
        select coalesce(nullif(regexp_replace(line.account, '[^0-9]', '', 'g'), ''), line.account)
    ) as by_digits (account)
    cross join lateral (
        select exists (select from public.statement_ties where line_uuid = line.uuid)
    ) as tied (is_tied)
    window same as (
        partition by by_digits.account, booked_on, amount, description, place_of_day
        order by tied.is_tied desc, line.account = by_digits.account desc, imported_at, line.uuid
    );
delete from public.statement_lines where uuid in (select uuid from spelled where nth > 1 and not is_tied);
update public.statement_lines as line
set account = spelled.account,
    place_of_day = last_place * (nth - 1) + spelled.place_of_day
from spelled
where spelled.uuid = line.uuid and (line.account <> spelled.account or nth > 1);
update public.statement_formats
set account = regexp_replace(account, '[^0-9]', '', 'g')
where account ~ '[0-9]' and account ~ '[^0-9]';
