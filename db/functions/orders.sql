-- Validation of orders. A client only sends products, quantities, the prices it was shown, and the proof of payment; the rest
-- is determined here. Applies to every role that is subject to row level security.
--
-- Refusals: SQLSTATE (HTTP status), hint, and what details hold.
--   42501 (403)  the caller's role may not order; speaks before any other rule
--   23505 (409)  taken             this uuid is, or was, another order; no details
--   23514 (400)  lines             not 1 to 100 complete lines
--   PT409 (409)  product_gone      [{uuid}]                                   a product is no longer sold, or hidden
--   PT409 (409)  price_moved       [{uuid, heading, old_price, new_price}]    the cart can show the new price
--   PT409 (409)  price_moved       [{uuid, heading, old_price, new_price}]    so says a way of delivery whose fee is another
--   PT409 (409)  size_missing      [{uuid, heading}]                          a product has sizes, its line none
--   PT409 (409)  size_gone         [{uuid, heading, size}]                    a product has no such size any more
--   PT409 (409)  out_of_stock      [{uuid, heading, size, left}]              fewer pieces are left (functions/stock.sql)
--   23514 (400)  address_missing   a courier is chosen, and address, province or city is not known
--   PT409 (409)  delivery_gone     [{uuid}]                                   no such way of delivery, or not for this address
--   23514 (400)  invoice_missing   the proof is not a file that the caller uploaded to transactions/invoices
--   23505 (409)  invoice_used      the proof serves, or served, another order (functions/evidence.sql)
--
-- Functions that run for each order plan without sequential scans (enable_seqscan): a connection keeps the plans that it made
-- while the tables of a new shop were small, and in a rush would read all earlier orders for each further one.

-- Runs before the first row, so that a role that may not order gets this error even for a malformed order.
create or replace function private.tg_transactions__only_talents_order() returns trigger
    language plpgsql set search_path = ''
    as $$
    begin
        raise exception using errcode = '42501',
            message = 'new row violates row-level security policy for table "transactions"';
    end
    $$;

-- Whether every line is valid: complete, without nulls at any depth, with a product's uuid and a valid date.
create or replace function private.are_complete_lines(lines jsonb) returns boolean
    language sql stable set search_path = ''
    as $$
        select private.are_order_lines(lines)
            and not jsonb_path_exists(lines, 'strict $.** ? (@ == null)', silent => true)
            and (select bool_and(
                pg_input_is_valid(line ->> 'uuid', 'uuid')
                and coalesce(jsonb_typeof(line -> 'size') = 'string', true)
                and coalesce(
                    jsonb_typeof(line -> 'inserted_at') = 'string'
                    and line ->> 'inserted_at' ~ '^\d{4}-\d\d-\d\d[T ][0-9:.]{5,15}(Z|[+-]\d\d:?\d\d)?$'
                    and pg_input_is_valid(line ->> 'inserted_at', 'timestamptz'),
                    true)
            ) from jsonb_array_elements(lines) as line)
    $$;

create or replace function private.rupiah(amount numeric) returns text
    language sql immutable set search_path = ''
    as $$ select 'Rp. ' || replace(to_char(amount, 'FM9,999,999,999,999,990'), ',', '.') $$;

-- Refuses lines whose product was deleted or is hidden. The heading is the buyer's: nothing of a hidden product is disclosed.
create or replace function private.require_published(lines jsonb) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        stale jsonb;
        sentences text;
    begin
        select jsonb_agg(jsonb_build_object('uuid', line -> 'uuid')),
            string_agg(format('"%s" is no longer sold.', left(line ->> 'heading', 200)), ' ')
        into stale, sentences
        from jsonb_array_elements(lines) as line
        where not exists (select from public.products where uuid = (line ->> 'uuid')::uuid and not hidden);
        if stale is not null then
            raise exception using errcode = 'PT409', hint = 'product_gone', message = sentences, detail = stale::text;
        end if;
    end
    $$;

-- Refuses lines whose product is no longer sold, has another price, or is not sold in that size. Generic plans,
-- because planning its four statements again for every order takes longer than running them.
create or replace function private.validate_order_lines(lines jsonb) returns void
    language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
    as $$
    declare
        stale jsonb;
        sentences text;
    begin
        perform private.require_published(lines);

        select jsonb_agg(jsonb_build_object('uuid', product.uuid, 'heading', product.heading,
                'old_price', line -> 'price', 'new_price', product.price)),
            string_agg(format('The price of "%s" has changed from %s to %s.', product.heading,
                private.rupiah((line ->> 'price')::numeric), private.rupiah(product.price)), ' ')
        into stale, sentences
        from jsonb_array_elements(lines) as line
        join public.products as product on product.uuid = (line ->> 'uuid')::uuid
        where ((line ->> 'price')::numeric = product.price) is not true;
        if stale is not null then
            raise exception using errcode = 'PT409', hint = 'price_moved', message = sentences, detail = stale::text;
        end if;

        select jsonb_agg(distinct jsonb_build_object('uuid', product.uuid, 'heading', product.heading)),
            string_agg(distinct format('Choose a size of "%s".', product.heading), ' ')
        into stale, sentences
        from jsonb_array_elements(lines) as line
        join public.products as product on product.uuid = (line ->> 'uuid')::uuid
        where coalesce(line ->> 'size', '') = '' and jsonb_path_exists(product.sizes, '$[*] ? (@.size != "")');
        if stale is not null then
            raise exception using errcode = 'PT409', hint = 'size_missing', message = sentences, detail = stale::text;
        end if;

        select jsonb_agg(jsonb_build_object('uuid', product.uuid, 'heading', product.heading, 'size', line -> 'size')),
            string_agg(format('"%s" is no longer sold in size %s.', product.heading, line ->> 'size'), ' ')
        into stale, sentences
        from jsonb_array_elements(lines) as line
        join public.products as product on product.uuid = (line ->> 'uuid')::uuid
        where line ->> 'size' <> '' and not product.sizes @> jsonb_build_array(jsonb_build_object('size', line -> 'size'));
        if stale is not null then
            raise exception using errcode = 'PT409', hint = 'size_gone', message = sentences, detail = stale::text;
        end if;
    end
    $$;

-- Refuses a proof of payment that the caller did not upload.
create or replace function private.require_own_proof(place text, caller uuid, filename text) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        if not exists (
            select from storage.objects
            where bucket_id = 'tapis' and owner_id = caller::text
                and name = private.picture_folder(place, 'invoice_image') || '/' || filename
        ) then
            raise exception using errcode = '23514', hint = 'invoice_missing',
                message = 'The proof of payment is not among the files that you uploaded.';
        end if;
    end
    $$;

-- The lines as stored: product data from the product, quantity and date from the cart.
create or replace function private.lines_from_products(lines jsonb) returns jsonb
    language sql stable security definer set search_path = ''
    as $$
        select jsonb_agg(jsonb_build_object(
            'uuid', product.uuid, 'heading', product.heading, 'price', product.price,
            'category', product.category, 'image', product.image, 'checked', true,
            'quantity_to_buy', (line ->> 'quantity_to_buy')::numeric::integer,
            'inserted_at', coalesce(line -> 'inserted_at', to_jsonb(now()))
        ) || case when line ->> 'size' <> '' then jsonb_build_object('size', line -> 'size') else '{}' end
        order by ordinal)
        from jsonb_array_elements(lines) with ordinality as sent (line, ordinal)
        join public.products as product on product.uuid = (line ->> 'uuid')::uuid
    $$;

-- Serializes a person's orders by an advisory lock, so that concurrent requests store no order or proof twice.
-- The same order sent again stores nothing and is a success: the answer is that of ON CONFLICT DO NOTHING (201, no
-- row in the representation), and the first content stands, whatever the products cost or are by then.
create or replace function private.tg_transactions__validate() returns trigger
    language plpgsql security definer set search_path = '' set enable_seqscan = off
    as $$
    declare
        caller uuid := auth.uid();
        owner uuid;
        lines jsonb;
    begin
        perform pg_advisory_xact_lock(hashtextextended('orders of ' || caller, 0));
        select user_id into owner from public.transactions where uuid = new.uuid;
        if owner = caller then
            return null;
        elsif owner is not null or exists (
            select from private.record_pictures where place = 'transactions' and record = new.uuid)
        then
            raise exception using errcode = '23505', hint = 'taken', message = 'This order number is taken. Send it again.';
        end if;
        if private.are_complete_lines(new.transactions) is not true then
            raise exception using errcode = '23514', hint = 'lines',
                constraint = 'transactions_are_1_to_100_lines', message = 'An order needs 1 to 100 lines, each '
                'with a product, its price and a whole quantity from 1 to 999.';
        end if;
        if private.has_tracked_stock(new.transactions) then
            perform private.require_published(new.transactions); -- before anything is said about its stock
            perform private.require_stock(new.uuid, '[]', new.transactions); -- before the lock: who is too late need not wait for it
            perform private.lock_stock(new.transactions);
        end if;
        lines := private.lines_from_products(new.transactions); -- before they are judged: a later price is refused
        perform private.validate_order_lines(new.transactions);
        new.delivery_way := private.validate_delivery(caller, new.delivery_way, lines);
        perform private.require_own_proof('transactions', caller, new.invoice_image ->> 'filename');
        new.user_id := caller;
        new.transactions := lines;
        new.status := 'Processed';
        new.created_at := now();
        new.updated_at := now();
        return new;
    end
    $$;

-- Lines written by other roles than talents: their pictures must be image values with addresses of the shop.
create or replace function private.tg_transactions__write_line_addresses() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        if not private.are_order_lines(new.transactions)
            or tg_op = 'UPDATE' and new.transactions = old.transactions
        then
            return new;
        elsif exists (
            select from jsonb_array_elements(new.transactions) as line
            where jsonb_typeof(line -> 'image') <> 'null'
                and not private.is_image(private.with_image_url(line -> 'image', 'products')))
        then
            raise exception using errcode = '23514', hint = 'lines', message = 'A line has an invalid picture.';
        end if;
        new.transactions := (
            select jsonb_agg(case when jsonb_typeof(line -> 'image') = 'object' then jsonb_set(line, '{image}',
                private.with_image_url(line -> 'image', 'products')) else line end order by ordinal)
            from jsonb_array_elements(new.transactions) with ordinality as sent (line, ordinal));
        return new;
    end
    $$;

-- The owner of an order never changes; an edit that includes user_id is accepted.
create or replace function private.tg_transactions__keep_owner() returns trigger
    language plpgsql set search_path = ''
    as $$
    begin
        new.user_id := old.user_id;
        return new;
    end
    $$;
