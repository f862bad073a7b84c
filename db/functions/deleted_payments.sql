-- A payment is kept after its record is deleted, with a description of it. Administrators are notified once of a paid order that
-- its buyer deletes before it is finished; its stock stays reserved until one of them records whether it was sent.
--
-- Refusals: SQLSTATE (HTTP status), hint
--   42501 (403)               the caller is no administrator
--   PT404 (404)  record_gone  there is no such order, or it was settled

create or replace function private.tg__note_deletion() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        gone jsonb := to_jsonb(old);
        noted public.payments;
    begin
        update public.payments
        set deleted_at = now(), pieces_back = false, goods = gone -> 'transactions',
            delivery_way = nullif(gone -> 'delivery_way', 'null'), keeps_pieces = coalesce(gone ->> 'status' = 'Accepted', false),
            deleted_by = case when auth.uid() = old.user_id then 'buyer' else 'shop' end
        where (place, record) = (tg_table_name::text collate "default", old.uuid)
        returning * into noted;
        perform private.drop_unsent_messages(tg_table_name, old.uuid, old.user_id);
        if noted.keeps_pieces and noted.deleted_by = 'buyer' then
            perform private.enqueue_event('order_deleted', 'payments', old.uuid, null,
                jsonb_build_object('amount', private.rupiah(noted.amount)));
        end if;
        return null;
    end
    $$;

-- For administrators: records whether the pieces of a deleted paid order are in stock again, and its payment owed, or were sent.
create or replace function public.settle_deleted_order(order_uuid uuid, gives_back boolean) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        lines jsonb;
    begin
        perform private.require_administrator('settle deleted orders');
        update public.payments set keeps_pieces = false, pieces_back = gives_back
        where (place, record) = ('transactions', settle_deleted_order.order_uuid) and keeps_pieces
        returning goods into lines;
        if not found then
            raise exception using errcode = 'PT404', hint = 'record_gone',
                message = 'This order was settled already, or it is back.';
        elsif gives_back then
            perform private.hold_stock(settle_deleted_order.order_uuid, lines, '[]');
        end if;
    end
    $$;

grant execute on function public.settle_deleted_order(uuid, boolean) to authenticated;
