-- order_notes: internal notes of administrators about orders, which talents and leaders don't read; public.keep_order_note
-- writes it. A note may be rewritten, and goes with its order.
select private.read_only('public.order_notes', 'select_as_admin');
