-- order_deliveries: the delivery address of an order, as its buyer entered it. The buyer and administrators read it; the
-- order's trigger writes it (functions/deliveries.sql).
select private.read_only('public.order_deliveries', 'select_own', 'select_as_admin');
-- It goes with its order, and with the account of its buyer unless the order is open; then it goes once that is done.
create trigger _100_forget after update of user_id on public.order_deliveries
    for each row when (new.user_id is null) execute function private.tg_order_deliveries__forget();
