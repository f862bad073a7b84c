-- What is to be paid: noted when an order or a registration is sent, with the exact amount that its buyer reserved.
--
-- Exact amounts differ by a few rupiah (payment_methods.exact_amounts), so that payments can be told apart on a statement.
--
-- Refusals: SQLSTATE (HTTP status), hint
--   42501 (403)          the caller is no talent
--   23514 (400)  total   not a whole number of rupiah from 0 to 9007199254740991

-- What lines cost, no more than a browser's number holds exactly.
create or replace function private.total_of(lines jsonb) returns bigint
    language sql immutable set search_path = ''
    as $$
        select least(sum((line -> 'price')::numeric * (line -> 'quantity_to_buy')::numeric), 9007199254740991)::bigint
        from jsonb_array_elements(lines) as line
    $$;

-- The page on which people pay for an order, or for a registration.
create or replace function private.payment_page_of(place text) returns text
    language sql immutable set search_path = ''
    as $$
        select case place when 'transactions' then '/shopping-cart' else '/profile/audition-registrations' end
    $$;

-- The payment method that a page shows: the newest of its path.
create or replace function private.payment_method_of(page text) returns public.payment_methods
    language sql stable set search_path = ''
    as $$
        select shown from public.payment_methods as shown
        where shown.pathname = page order by shown.created_at desc, shown.uuid limit 1
    $$;

-- Amounts that somebody may still pay, or paid lately: reserved, waiting for a decision, or decided or deleted in the last
-- 3 days.
create or replace function private.amounts_in_use(lowest bigint, highest bigint) returns setof bigint
    language sql stable set search_path = ''
    as $$
        select amount from private.amount_reservations where amount between lowest and highest
        union
        select due.amount from public.transactions as ordered
        join public.amounts_due as due on (due.place, due.record) = ('transactions', ordered.uuid)
        where ordered.status = 'Processed' and due.amount between lowest and highest
        union
        select due.amount from public.amounts_due as due
        left join public.reviews as reviewed on (reviewed.place, reviewed.record) = (due.place, due.record)
        where due.place = 'audition_registrations' and due.amount between lowest and highest and reviewed.place is null
        union
        select due.amount from public.reviews as reviewed
        join public.amounts_due as due on (due.place, due.record) = (reviewed.place, reviewed.record)
        where reviewed.decided_at > now() - interval '3 days' and due.amount between lowest and highest
        union
        select amount from private.deleted_records
        where deleted_at > now() - interval '3 days' and amount between lowest and highest
    $$;

-- The free amount that is nearest to a total, at most 999 below it, or above it with `step` 1; the total when none is free.
create or replace function private.free_amount(total bigint, step integer) returns bigint
    language sql stable set search_path = ''
    as $$
        select coalesce((
            select total + step * deviation from generate_series(0, 999) as deviation
            where total + step * deviation between 1 and 9007199254740991 and total + step * deviation not in (
                select private.amounts_in_use(least(total, total + step * 999), greatest(total, total + step * 999)))
            order by deviation limit 1), total)
    $$;

-- For a talent who is about to pay: what to pay on a page for this total. Where the page's payment method wants exact
-- amounts it is theirs for a day, and the same one when they ask again. Taken off a QRIS payment, since nothing may be
-- added to one; otherwise added.
create or replace function public.reserve_amount(pathname text, total bigint) returns jsonb
    language plpgsql security definer set search_path = ''
    as $$
    declare
        method public.payment_methods := private.payment_method_of(pathname);
        reserved private.amount_reservations;
    begin
        if private.app_role() is distinct from 'talent' then
            raise insufficient_privilege using message = 'permission denied to reserve an amount';
        elsif (total between 0 and 9007199254740991) is not true then
            raise exception using errcode = '23514', hint = 'total', message = 'The total is not an amount in rupiah.';
        elsif method.exact_amounts is not true or total = 0 then
            return jsonb_build_object('total', total, 'amount', total, 'until', null);
        end if;
        perform pg_advisory_xact_lock(hashtextextended('exact amounts', 0));
        delete from private.amount_reservations as held
        where reserved_at < now() - interval '25 hours' -- nobody's last moment is another's first
            or held.user_id = auth.uid() and held.pathname = reserve_amount.pathname
                and held.total <> reserve_amount.total;
        insert into private.amount_reservations as held (user_id, pathname, total, amount)
        values (auth.uid(), pathname, total, private.free_amount(total, case when method.qris is null then 1 else -1 end))
        on conflict on constraint amount_reservations_pkey do update set reserved_at = now()
        returning held.* into reserved;
        return jsonb_build_object('total', total, 'amount', reserved.amount,
            'until', reserved.reserved_at + interval '1 day');
    end
    $$;

-- What is restored brings its amount along (private.restore_amount) and leaves its buyer's reservation alone.
create or replace function private.note_amount(place text, record uuid, person uuid, total bigint) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        if exists (
            select from public.amounts_due as due
            where (due.place, due.record) = (note_amount.place, note_amount.record)
        ) then
            return;
        end if;
        with reserved as (
            delete from private.amount_reservations as held
            where (held.user_id, held.pathname, held.total)
                = (person, private.payment_page_of(place), note_amount.total)
            returning held.amount, held.reserved_at
        )
        insert into public.amounts_due (place, record, user_id, total, amount)
        select note_amount.place, note_amount.record, person, note_amount.total, coalesce(
            (select amount from reserved where reserved_at > now() - interval '1 day'), note_amount.total);
    end
    $$;

create or replace function private.tg_transactions__note_amount() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.note_amount(tg_table_name, new.uuid, new.user_id, private.total_of(new.transactions));
        return null;
    end
    $$;

-- Edited lines change the total; what tells the amount apart stays.
create or replace function private.tg_transactions__follow_total() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        update public.amounts_due as due
        set total = cost.total, amount = greatest(due.amount + cost.total - due.total, 0)
        from (select private.total_of(new.transactions)) as cost (total)
        where (due.place, due.record) = ('transactions', new.uuid);
        return null;
    end
    $$;

create or replace function private.tg_audition_registrations__note_amount() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        fee bigint := (private.payment_method_of(private.payment_page_of(tg_table_name))).fee;
    begin
        if fee is not null then
            perform private.note_amount(tg_table_name, new.uuid, new.user_id, fee);
        end if;
        return null;
    end
    $$;

create or replace function private.tg__forget_payment() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        delete from public.amounts_due where (place, record) = (tg_table_name, old.uuid);
        delete from public.reviews where (place, record) = (tg_table_name, old.uuid);
        return null;
    end
    $$;

revoke all on function private.total_of(jsonb), private.payment_page_of(text), private.payment_method_of(text),
    private.amounts_in_use(bigint, bigint), private.free_amount(bigint, integer), public.reserve_amount(text, bigint),
    private.note_amount(text, uuid, uuid, bigint), private.tg_transactions__note_amount(),
    private.tg_transactions__follow_total(), private.tg_audition_registrations__note_amount(),
    private.tg__forget_payment() from public, anon, authenticated, service_role;
-- The view public.review_queue calls it as whoever reads.
grant execute on function private.total_of(jsonb) to authenticated;
grant execute on function public.reserve_amount(text, bigint) to authenticated;
