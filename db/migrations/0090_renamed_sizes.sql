-- What an order holds follows its size under another name, also what it may take again: it keeps a row of nothing.
alter table private.stock_holds
    add column renamed_to text,
    drop constraint stock_holds_quantity_above_0,
    add constraint stock_holds_quantity_at_least_0 check (quantity >= 0);
comment on column private.stock_holds.renamed_to is 'What the size is called now, where the order says another name.';
drop index private.stock_holds_of_a_size;
create index stock_holds_of_a_size on private.stock_holds (product_uuid, coalesce(renamed_to, size)) include (quantity);
