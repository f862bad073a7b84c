-- products: what the shop sells. Everyone reads what is published; administrators write it, and read hidden products.
-- A product with orders can be changed or deleted: an order has its own copy of the data.
select private.public_read_admin_write('public.products', 'not hidden');
create trigger _060_merge_stock_edit before update of sizes on public.products
    for each row when (jsonb_path_exists(new.sizes, 'strict $[*] ? (exists (@.was))', '{}', true))
    execute function private.tg_products__merge_stock_edit();
create trigger _880_enter_stock after insert or update of sizes on public.products
    for each row execute function private.tg_products__enter_stock();
create trigger _890_announce_return after update of sizes, hidden on public.products
    for each row when (not new.hidden) execute function private.tg_products__announce_return();
-- Changes of prices, and deletions, are in the audit log.
create trigger _800_write_audit_entry after update on public.products
    for each row when (new.price <> old.price or new.hidden <> old.hidden)
    execute function private.tg__write_audit_entry('uuid');
create trigger _810_write_audit_entry_of_deletion after delete on public.products
    for each row execute function private.tg__write_audit_entry('uuid');
