-- Which payment an incoming line of a statement may be. Kinds, the first that fits:
--   exact       the amount of one payment, booked from one day before it was sent to three days after, and as many lines as
--               payments between which it can't be told apart; never while somebody else has reserved the amount, nor where
--               a rival fits: what was rejected or deleted undecided less than three days before, the rest of what
--               came in part, or two orders of one buyer; what a buyer gave up themselves is no rival of their new order
--   near        the same, but there are more payments than lines, or a rival; or up to three days before and seven after
--   paid_twice  there are more lines than payments, also than with those that are near, or the payment has a line already
--   two_orders  the sum of two orders among the ten newest of one buyer
--   late        up to 60 days after, or of something that was rejected, or deleted undecided
--               (a rival is listed beside what is near or paid twice)
--   doubtful    any of these, but the line may be no money: it may be another one in other words (functions/statements.sql),
--               the same amount went out again within a week, or its day is still to come
-- The kinds are judged by amount and day, so that many equal amounts cost no more than many different ones.

-- Today in Indonesia's easternmost time zone: no bank has booked anything later.
create or replace function private.latest_booking_date() returns date
    language sql stable set search_path = ''
    as $$ select (now() at time zone 'Asia/Jayapura')::date $$;

-- Whether a line may pay a payment, also of a deleted record. An accepted one keeps its claim on a line after deletion.
create or replace function private.is_receivable(due public.payments) returns boolean
    language sql immutable
    return due.amount > 0 and due.state in ('waiting', 'accepted', 'rejected');

drop function if exists private.receivables(text[]); -- it had another result in older versions
-- All receivables, with their days in Lampung's time; what was deleted undecided has the state 'deleted'. It reads every payment.
create function private.receivables(states text[] default array['waiting', 'accepted', 'rejected'])
    returns table (place text, record uuid, user_id uuid, amount bigint, day date, created_at timestamptz, state text,
        is_matched boolean, last_day date, rest bigint)
    language sql stable set search_path = ''
    as $$
        select due.place, due.record, due.user_id, due.amount, (due.created_at at time zone 'Asia/Jakarta')::date,
            due.created_at, case when due.deleted_at is not null and due.state <> 'accepted' then 'deleted' else due.state end,
            matched.record is not null,
            (coalesce(due.decided_at, due.deleted_at) at time zone 'Asia/Jakarta' + private.resubmission_period())::date,
            case when due.received is not null and due.state <> 'accepted' then private.unpaid_rest(due) end
        from public.payments as due
        left join (select distinct matches.place, matches.record from public.reconciliations as matches) as matched
            on (matched.place, matched.record) = (due.place, due.record)
        where private.is_receivable(due) and due.state = any (states)
    $$;

-- Amounts that several payments owe which wait: where exact amounts are on, all that tell them apart have run out, or the
-- payments are older than that.
create or replace function private.shared_amounts() returns table (amount bigint, payments bigint)
    language sql stable security definer set search_path = ''
    as $$
        select receivable.amount, count(*) from private.receivables(array['waiting']) as receivable
        where receivable.state = 'waiting' and private.exact_amount_step(private.payment_page_path(receivable.place)) is not null
        group by receivable.amount having count(*) > 1 order by 2 desc, 1
    $$;

-- For administrators, on the dashboard.
create or replace function public.shared_amounts() returns table (amount bigint, payments bigint)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('see shared amounts');
        return query select * from private.shared_amounts();
    end
    $$;

-- Joined by hashes only: the planner can't know how much each step leaves. A nested loop over it would take minutes; a merge
-- compares all that have the same amount.
create or replace function private.candidate_matches() returns table (line_uuid uuid, kind text, place text, records uuid[])
    language sql stable set search_path = '' set enable_nestloop = off set enable_mergejoin = off
    as $$
        with
        lines as materialized (
            select line.uuid, line.amount, line.booked_on,
                line.may_be_known or line.booked_on > (select private.latest_booking_date())
                or (line.account, line.amount, line.booked_on) in (
                    select back.account, -back.amount, back.booked_on - days_later
                    from public.statement_lines as back, generate_series(0, 7) as days_later where back.amount < 0) as is_doubtful
            from public.statement_lines as line
            left join public.reconciliations as match on match.line_uuid = line.uuid
            where line.amount > 0 and match.line_uuid is null
        ),
        days as materialized (select distinct amount, booked_on from lines),
        owed as materialized (select * from private.receivables()),
        -- A claim may have paid a line of its days; so may what was accepted without one.
        receivables as materialized (
            select receivable.*, not (is_matched or is_rest) and state in ('waiting', 'accepted') as is_claim,
                not is_matched and (is_rest or state in ('rejected', 'deleted')) as is_rival,
                coalesce(user_id <> any (holders), false) as is_reserved
            from (
                select place, record, user_id, amount, day, created_at, state, is_matched, last_day, false as is_rest from owed
                union all
                select place, record, user_id, rest, day, created_at, state, false, coalesce(last_day, day + 60), true
                from owed where rest > 0
            ) as receivable left join (
                select amount, array_agg(user_id) as holders from public.payments as held
                where held.state = 'reserved' and held.created_at > now() - interval '25 hours' group by amount
            ) as reserved using (amount)
        ),
        amount_day_pairs as materialized (
            select amount, day, booked_on
            from (select distinct amount, day from receivables where is_claim) as sent join days using (amount)
            where booked_on - day between -1 and 3
        ),
        -- Days of equal amounts that claims of one day reach can't be told apart: they make a cluster.
        spans as (
            select amount, day, min(booked_on) as first, max(booked_on) as last
            from amount_day_pairs group by amount, day
        ),
        span_starts as (
            select *, first > max(last) over (partition by amount order by first, last, day
                rows between unbounded preceding and 1 preceding) as begins
            from spans
        ),
        clusters as materialized (
            select amount, day, count(*) filter (where begins) over (partition by amount order by first, last, day) as cluster
            from span_starts
        ),
        cluster_days as materialized (
            select distinct amount, cluster, booked_on from clusters join amount_day_pairs using (amount, day)
        ),
        cluster_lines as (
            select amount, cluster, uuid, booked_on,
                row_number() over (partition by amount, cluster order by booked_on, uuid) as number
            from cluster_days join lines using (amount, booked_on) where not is_doubtful
        ),
        cluster_claims as (
            select amount, cluster, place, record, user_id, day, is_reserved,
                row_number() over (partition by amount, cluster order by day, created_at, record) as number
            from clusters join receivables using (amount, day) where is_claim
        ),
        rival_clusters as (
            select amount, cluster
            from cluster_days join (
                select amount, day, last_day, case when not bool_or(is_rest) then array_agg(distinct user_id) end as people
                from receivables where is_rival group by amount, day, last_day
            ) as rival using (amount)
            join (
                select amount, cluster, array_agg(distinct user_id) as people from cluster_claims group by amount, cluster
            ) as claims using (amount, cluster)
            where booked_on between day - 1 and last_day
                and (cardinality(rival.people) = 1 and rival.people = claims.people) is not true
        ),
        pairs as materialized (
            select amount, cluster, place, record, uuid,
                count(uuid) over same - count(record) over same as more_lines,
                bool_and(booked_on between day - 1 and day + 3 and not is_reserved) over same as fits
            from cluster_lines full join cluster_claims using (amount, cluster, number)
            window same as (partition by amount, cluster)
        ),
        fitting as materialized (
            select * from pairs
            where more_lines = 0 and fits and (amount, cluster) not in (select amount, cluster from rival_clusters)
        ),
        buyers as (
            select array_agg(record order by nth) as records, array_agg(amount order by nth) as amounts,
                array_agg(day order by nth) as days
            from (
                select receivables.*, row_number() over (partition by user_id order by created_at desc, record) as nth
                from receivables left join fitting using (place, record)
                where place = 'transactions' and state = 'waiting' and not (is_matched or is_rest) and fitting.uuid is null
            ) as waiting
            where nth <= 10 group by user_id having count(*) > 1
        ),
        sums as materialized (
            select distinct on (amount, day) *
            from (
                select amounts[a] + amounts[b] as amount, greatest(days[a], days[b]) as day, array[records[a], records[b]] as records
                from buyers cross join generate_series(1, 9) as a cross join generate_series(2, 10) as b
                where a < b and b <= cardinality(records)
            ) as two
            order by amount, day, records
        ),
        exact as materialized (
            select uuid, place, record from fitting
            where (amount, cluster) not in (
                select amount, cluster from cluster_days join sums using (amount) where booked_on - sums.day between -1 and 7)
        ),
        open_lines as materialized (
            select lines.* from lines left join exact using (uuid) where exact.uuid is null
        ),
        open_days as materialized (select distinct amount, booked_on from open_lines),
        -- A surplus may be of who sent their proof days after paying, or long before.
        near_claims as (
            select amount, cluster, sum(claims) as claims
            from (
                select distinct amount, cluster, day, claims
                from cluster_days join (
                    select amount, day, count(*) as claims
                    from receivables left join clusters using (amount, day)
                    where is_claim and cluster is null group by amount, day
                ) as lone using (amount)
                where booked_on - day between -3 and 7
            ) as near
            group by amount, cluster
        ),
        unclear as (
            select amount, booked_on, more_lines > coalesce(claims, 0) as has_more_lines
            from cluster_days join (
                select amount, cluster, max(more_lines) as more_lines from pairs group by amount, cluster
            ) as counted using (amount, cluster) left join near_claims using (amount, cluster)
        ),
        paid as materialized (
            select *, row_number() over (partition by amount, day, state, has_line order by created_at, record) as number
            from (
                select receivables.*, is_matched or uuid is not null and not is_rest as has_line
                from receivables left join exact using (place, record)
            ) as receivable
        ),
        candidates as (
            select amount, booked_on, place, array[record] as records, abs(booked_on - day) as distance, case
                when has_line then case when away between -1 and 14 then 'paid_twice' end
                when state in ('rejected', 'deleted') then case when away >= -1 then 'late' end
                when away between -1 and 3 then case when has_more_lines then 'paid_twice' else 'near' end
                when away <= 7 then 'near'
                when state <> 'accepted' then 'late'
            end as kind, is_rival and away between -1 and last_day - day as is_rival
            from open_days join paid using (amount) left join unclear using (amount, booked_on)
            cross join lateral (select booked_on - day) as passed (away)
            where number <= 3 and booked_on - day between -3 and 60
            union all
            select amount, booked_on, 'transactions', records, abs(booked_on - day), 'two_orders', true
            from sums join open_days using (amount) where booked_on - day between -1 and 7
        ),
        ranked as (
            select *, row_number() over (partition by amount, booked_on order by rank, distance, records) as number,
                min(rank) over (partition by amount, booked_on) as best
            from (
                select *, array_position(kinds, kind) as rank
                from candidates cross join (values (array['near', 'two_orders', 'paid_twice', 'late'])) as all_kinds (kinds)
                where kind is not null
            ) as known
        )
        select uuid, 'exact', exact.place, array[exact.record] from exact
        union all
        select line.uuid, case when line.is_doubtful then 'doubtful' else kinds[ranked.best] end, ranked.place, ranked.records
        from open_lines as line join ranked using (amount, booked_on)
        where (ranked.rank = ranked.best or ranked.is_rival) and ranked.number <= 3
    $$;

grant execute on function public.shared_amounts() to authenticated;
