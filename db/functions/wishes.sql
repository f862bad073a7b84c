-- Wishes: one per person and product, and a message, sent once on request, when a product is back in stock.

-- Of a person's wishes the hundred newest count.
create or replace function private.tg_wishes__replace() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform pg_advisory_xact_lock(hashtextextended('wishes of ' || new.user_id, 0));
        delete from public.wishes where (user_id, product_uuid) = (new.user_id, new.product_uuid);
        delete from public.wishes where uuid in (
            select uuid from public.wishes where user_id = new.user_id order by created_at desc, uuid offset 99);
        return new;
    end
    $$;

-- After a change of stock: notifies people waiting for products that are available now. The wish is kept without waiting.
create or replace function private.tg_products__announce_return() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        wish record;
    begin
        for wish in
            with here as (
                select uuid, awaited_size from public.wishes
                where product_uuid = new.uuid and awaited_size is not null and (exists (
                    select from jsonb_to_recordset(new.sizes) as offered (size text, stock integer)
                    where size = coalesce(nullif(awaited_size, ''), size) and stock is distinct from 0)
                    or awaited_size = '' and new.sizes = '[]') -- no longer counted
                order by uuid for update
            )
            update public.wishes as waiting set awaited_size = null from here where waiting.uuid = here.uuid
            returning waiting.user_id, here.awaited_size as size
        loop
            perform private.enqueue_event('back_in_stock', 'products', new.uuid, wish.user_id,
                jsonb_build_object('size', wish.size), interval '15 seconds');
        end loop;
        return null;
    end
    $$;
