-- Its function named every account before a page's few were picked; public.find_buyers looks up only those.
drop view if exists public.order_buyers;
