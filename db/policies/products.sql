-- products: what the shop sells. Everyone reads all of it; administrators keep it.
-- Nothing guards a product that orders refer to: an order keeps its own copy of the facts.
select private.everyone_reads_admins_keep('public.products');
create trigger _060_count_from_shown before update of sizes on public.products
    for each row when (jsonb_path_exists(new.sizes, 'strict $[*] ? (exists (@.was))', '{}', true))
    execute function private.tg_products__count_from_shown();
create trigger _880_enter_stock after insert or update of sizes on public.products
    for each row execute function private.tg_products__enter_stock();
