-- name: shop_facts
-- What administrators have written about the shop; no row where they never did.
select to_jsonb(facts) from public.shop_facts as facts limit 1;
