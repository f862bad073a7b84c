-- delivery_ways: how orders reach their buyers. Everyone reads all of it; administrators keep it.
-- Nothing guards a way that orders name: an order keeps its name and its fee.
select private.public_read_admin_write('public.delivery_ways');
