-- What is to be paid: noted when an order or a registration is sent, with the exact amount that was reserved for it.
--
-- Exact amounts differ by a few rupiah (payment_methods.exact_amounts), so that payments can be told apart on a statement.
-- What was shown is what is owed: the form reserves for the uuid under which it will send its record, and that record
-- owes that amount, or is refused when another payment has it by now.
--
-- Refusals: SQLSTATE (HTTP status), hint
--   42501 (403)                the caller is no talent
--   23514 (400)  total         not a whole number of rupiah from 0 to 9007199254740991
--   23505 (409)  taken         this uuid is another person's record
--   PT409 (409)  proof_copied  the same picture proves another payment of this person that waits
--   PT409 (409)  amount_moved  another payment has the amount that was shown; a new one can be reserved

-- What lines cost, no more than a browser's number holds exactly.
create or replace function private.total_of(lines jsonb) returns bigint
    language sql immutable set search_path = ''
    as $$
        select least(sum((line -> 'price')::numeric * (line -> 'quantity_to_buy')::numeric), 9007199254740991)::bigint
        from jsonb_array_elements(lines) as line
    $$;

-- What an order costs: its goods, and how they are delivered.
create or replace function private.order_total(ordered public.transactions) returns bigint
    language sql immutable set search_path = ''
    as $$
        select least(private.total_of(ordered.transactions)
            + coalesce((ordered.delivery_way ->> 'fee')::numeric, 0), 9007199254740991)::bigint
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

-- On which side of the total the exact amounts of a page are: below it (-1) for a QRIS payment, since nothing may be added
-- to one, else above it (1). Null where the page has none.
create or replace function private.exact_step(page text) returns integer
    language sql stable set search_path = ''
    as $$
        select case when method.exact_amounts then case when method.qris is null then 1 else -1 end end
        from private.payment_method_of(page) as method
    $$;

-- Everything that gives an amount to a payment does so one after the other. Taken after locks on stock, never before.
create or replace function private.lock_amounts() returns void
    language sql set search_path = ''
    as $$ select pg_advisory_xact_lock(hashtextextended('exact amounts', 0)) $$;

-- Amounts that somebody may still pay, or paid lately, but for one record: reserved, waiting for a decision, or decided or
-- deleted in the last 3 days. A reservation is given to others after 25 hours: nobody's last moment is another's first.
create or replace function private.amounts_in_use(lowest bigint, highest bigint, but_of uuid) returns setof bigint
    language sql stable set search_path = ''
    as $$
        select amount from private.amount_reservations
        where amount between lowest and highest and reserved_at > now() - interval '25 hours'
            and record is distinct from but_of
        union
        select due.amount from public.transactions as ordered
        join public.amounts_due as due on (due.place, due.record) = ('transactions', ordered.uuid)
        where ordered.status = 'Processed' and due.amount between lowest and highest
            and due.record is distinct from but_of
        union
        select due.amount from public.amounts_due as due
        left join public.reviews as reviewed on (reviewed.place, reviewed.record) = (due.place, due.record)
        where due.place = 'audition_registrations' and due.amount between lowest and highest and reviewed.place is null
            and due.record is distinct from but_of
        union
        select due.amount from public.reviews as reviewed
        join public.amounts_due as due on (due.place, due.record) = (reviewed.place, reviewed.record)
        where reviewed.decided_at > now() - interval '3 days' and due.amount between lowest and highest
            and due.record is distinct from but_of
        union
        select amount from private.deleted_records
        where deleted_at > now() - interval '3 days' and amount between lowest and highest
    $$;

-- The free amount that is nearest to a total, at most 999 below it, or above it with `step` 1; the total when none is free.
create or replace function private.free_amount(total bigint, step integer, but_of uuid) returns bigint
    language sql stable set search_path = ''
    as $$
        select coalesce((
            select total + step * deviation from generate_series(0, 999) as deviation
            where total + step * deviation between 1 and 9007199254740991 and total + step * deviation not in (
                select private.amounts_in_use(least(total, total + step * 999), greatest(total, total + step * 999), but_of))
            order by deviation limit 1), total)
    $$;

-- An amount that no payment but this record's owes: the wanted one, or else a free one. Where a page has no exact amounts and
-- the wanted one is the total, it stays that.
create or replace function private.own_amount(place text, record uuid, total bigint, wanted bigint) returns bigint
    language plpgsql security definer set search_path = ''
    as $$
    declare
        step integer := coalesce(nullif(sign(wanted - total)::integer, 0),
            private.exact_step(private.payment_page_of(place)));
    begin
        if wanted = 0 or step is null then
            return wanted;
        end if;
        perform private.lock_amounts();
        return case when wanted in (select private.amounts_in_use(wanted, wanted, record))
            then private.free_amount(total, step, record) else wanted end;
    end
    $$;

-- Of what a person reserved on a page the three newest count, beside this one's; of all, twenty are remembered.
create or replace function private.forget_reservations(person uuid, page text, newest uuid) returns void
    language sql set search_path = ''
    as $$
        delete from private.amount_reservations where reserved_at < now() - interval '30 days' or record in (
            select record from private.amount_reservations
            where user_id = person order by record = newest desc, reserved_at desc, record offset 20);
        update private.amount_reservations set reserved_at = reserved_at - interval '25 hours'
        where reserved_at > now() - interval '25 hours' and record in (
            select record from private.amount_reservations
            where (user_id, pathname) = (person, page) order by record = newest desc, reserved_at desc, record offset 3);
    $$;

-- For a talent who is about to pay: what to pay on a page for this total, with a record that is sent under this uuid. Where
-- the page's payment method wants exact amounts it is that record's for a day, and the same one when they ask again; of a
-- record that was sent, what it owes. `exhausted`: all 1,000 are in use, and others pay the same.
create or replace function public.reserve_amount(pathname text, total bigint, record uuid) returns jsonb
    language plpgsql security definer set search_path = ''
    as $$
    declare
        step integer := private.exact_step(pathname);
        reserved private.amount_reservations;
        owed public.amounts_due;
    begin
        if private.app_role() is distinct from 'talent' then
            raise insufficient_privilege using message = 'permission denied to reserve an amount';
        elsif (total between 0 and 9007199254740991) is not true then
            raise exception using errcode = '23514', hint = 'total', message = 'The total is not an amount in rupiah.';
        elsif step is null or total = 0 then
            return jsonb_build_object('total', total, 'amount', total, 'until', null, 'exhausted', false);
        end if;
        perform private.lock_amounts();
        select * into reserved from private.amount_reservations as held where held.record = reserve_amount.record;
        select * into owed from public.amounts_due as due where due.record = reserve_amount.record;
        if auth.uid() <> coalesce(owed.user_id, reserved.user_id) then
            raise exception using errcode = '23505', hint = 'taken', message = 'This order number is taken.';
        elsif owed.record is not null then
            return jsonb_build_object('total', owed.total, 'amount', owed.amount, 'until', null, 'exhausted', false);
        end if;
        insert into private.amount_reservations as held (record, user_id, pathname, total, amount)
        values (reserve_amount.record, auth.uid(), pathname, total, case
            when reserved.total = total and reserved.amount not in (
                select private.amounts_in_use(reserved.amount, reserved.amount, reserve_amount.record)) then reserved.amount
            else private.free_amount(total, step, reserve_amount.record) end)
        on conflict on constraint amount_reservations_pkey do update set pathname = excluded.pathname,
            total = excluded.total, amount = excluded.amount, reserved_at = excluded.reserved_at
        returning held.* into reserved;
        perform private.forget_reservations(auth.uid(), pathname, reserved.record);
        return jsonb_build_object('total', total, 'amount', reserved.amount,
            'until', reserved.reserved_at + interval '1 day', 'exhausted', reserved.amount in (
                select private.amounts_in_use(reserved.amount, reserved.amount, reserved.record)));
    end
    $$;

-- What a record owes for which no amount is reserved now: `shown`, what its buyer was asked to pay. When another payment has
-- that, a buyer is refused, and an administrator's record takes a free one; the service key's stays as it comes.
create or replace function private.unreserved_amount(place text, record uuid, person uuid, total bigint, shown bigint)
    returns bigint
    language plpgsql security definer set search_path = ''
    as $$
    declare
        own bigint := private.own_amount(place, record, total, shown);
    begin
        if own <> shown and auth.uid() = person then
            raise exception using errcode = 'PT409', hint = 'amount_moved', detail = to_json(shown)::text,
                message = format('%s is what another payment owes by now. A new amount is shown; if you have paid '
                    'already, send this again.', private.rupiah(shown));
        end if;
        return case when auth.uid() is null then shown else own end;
    end
    $$;

-- Where each payment has an amount of its own, one picture proves one of them: copies of it would take an amount each.
create or replace function private.refuse_copied_proof(this_place text, this_record uuid, person uuid) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        if private.exact_step(private.payment_page_of(this_place)) is not null and exists (
            select from private.record_pictures as mine
            join private.record_pictures as other on other.sha256 = mine.sha256 and other.named_by = mine.named_by
            join public.amounts_due as due on (due.place, due.record) = (other.place, other.record)
            where (mine.place, mine.record, mine.named_by) = (this_place, this_record, 'invoice_image')
                and due.user_id = person and other.record <> mine.record
                and not exists (
                    select from public.reviews as reviewed
                    where (reviewed.place, reviewed.record) = (other.place, other.record)))
        then
            raise exception using errcode = 'PT409', hint = 'proof_copied', message = 'This picture proves another payment '
                'of yours that waits. Each has an amount of its own: upload the proof of this one.';
        end if;
    end
    $$;

-- What is restored brings its amount along (private.restore_amount).
create or replace function private.note_amount(place text, record uuid, person uuid, total bigint) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        reserved private.amount_reservations;
        amount bigint := total;
    begin
        if exists (
            select from public.amounts_due as due
            where (due.place, due.record) = (note_amount.place, note_amount.record)
        ) then
            return;
        end if;
        delete from private.amount_reservations as held
        where (held.record, held.user_id, held.pathname, held.total)
            = (note_amount.record, person, private.payment_page_of(place), note_amount.total)
        returning * into reserved;
        perform private.refuse_copied_proof(place, record, person);
        amount := coalesce(reserved.amount, total);
        if (reserved.reserved_at > now() - interval '1 day') is not true then
            amount := private.unreserved_amount(place, record, person, total, amount);
        end if;
        insert into public.amounts_due (place, record, user_id, total, amount)
        values (place, record, person, total, amount);
    end
    $$;

create or replace function private.tg_transactions__note_amount() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.note_amount(tg_table_name, new.uuid, new.user_id, private.order_total(new));
        return null;
    end
    $$;

-- Edited lines or another way of delivery change the total; what tells the amount apart stays, unless another payment owes the same then. So it is with
-- an order that waits again.
create or replace function private.tg_transactions__follow_total() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        cost bigint := private.order_total(new);
    begin
        update public.amounts_due as due
        set total = cost, amount = private.own_amount(place, record, cost, greatest(due.amount + cost - due.total, 0))
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

revoke all on function private.total_of(jsonb), private.order_total(public.transactions), private.payment_page_of(text), private.payment_method_of(text),
    private.exact_step(text), private.lock_amounts(), private.amounts_in_use(bigint, bigint, uuid),
    private.free_amount(bigint, integer, uuid), private.own_amount(text, uuid, bigint, bigint),
    private.forget_reservations(uuid, text, uuid), public.reserve_amount(text, bigint, uuid),
    private.unreserved_amount(text, uuid, uuid, bigint, bigint), private.refuse_copied_proof(text, uuid, uuid), private.note_amount(text, uuid, uuid, bigint),
    private.tg_transactions__note_amount(), private.tg_transactions__follow_total(),
    private.tg_audition_registrations__note_amount(), private.tg__forget_payment()
    from public, anon, authenticated, service_role;
-- The view public.review_queue calls it as whoever reads.
grant execute on function private.total_of(jsonb), private.order_total(public.transactions) to authenticated;
grant execute on function public.reserve_amount(text, bigint, uuid) to authenticated;
