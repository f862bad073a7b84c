-- What is to be paid: noted when an order or a registration is sent, with the exact amount that its buyer reserved.
--
-- Exact amounts differ by a few rupiah (payment_methods.exact_amounts), so that payments can be told apart on a statement.
--
-- Refusals: SQLSTATE (HTTP status), hint
--   42501 (403)              the caller is no talent
--   23514 (400)  total       not a whole number of rupiah from 0 to 9007199254740991

-- What lines cost, no more than a browser's number holds exactly.
create or replace function private.total_of(lines jsonb) returns bigint
    language sql immutable set search_path = ''
    as $$
        select least(sum((line -> 'price')::numeric * (line -> 'quantity_to_buy')::numeric), 9007199254740991)::bigint
        from jsonb_array_elements(lines) as line
    $$;

-- The payment method that a page shows: the newest of its path.
create or replace function private.payment_method_of(page text) returns public.payment_methods
    language sql stable set search_path = ''
    as $$
        select shown from public.payment_methods as shown
        where shown.pathname = page order by shown.created_at desc, shown.uuid limit 1
    $$;

create or replace function private.note_amount(place text, record uuid, person uuid, page text, total bigint) returns void
    language sql security definer set search_path = ''
    as $$
        with reserved as (
            delete from private.amount_reservations as held
            where (held.user_id, held.pathname, held.total) = (person, page, note_amount.total)
            returning held.amount, held.reserved_at
        )
        insert into public.amounts_due (place, record, user_id, total, amount)
        select note_amount.place, note_amount.record, person, note_amount.total, coalesce(
            (select amount from reserved where reserved_at > now() - interval '1 day'), note_amount.total)
    $$;

create or replace function private.tg_transactions__note_amount() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.note_amount('transactions', new.uuid, new.user_id, '/shopping-cart',
            private.total_of(new.transactions));
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
        page text := '/profile/audition-registrations';
        fee bigint := (private.payment_method_of(page)).fee;
    begin
        if fee is not null then
            perform private.note_amount('audition_registrations', new.uuid, new.user_id, page, fee);
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

revoke all on function private.total_of(jsonb), private.payment_method_of(text),
    private.note_amount(text, uuid, uuid, text, bigint), private.tg_transactions__note_amount(),
    private.tg_transactions__follow_total(), private.tg_audition_registrations__note_amount(),
    private.tg__forget_payment() from public, anon, authenticated, service_role;
-- The view public.review_queue calls it as whoever reads.
grant execute on function private.total_of(jsonb) to authenticated;
