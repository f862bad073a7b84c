-- products: what the shop sells. Everyone reads all of it; administrators keep it.
-- Nothing guards a product that orders refer to: an order keeps its own copy of the facts.
select private.everyone_reads_admins_keep('public.products', picture => 'image', folder => 'products',
    further => 'pictures');
