-- shop_settings: what the shop says of itself. Everyone reads all of it; administrators keep it.
select private.public_read_admin_write('public.shop_settings');
