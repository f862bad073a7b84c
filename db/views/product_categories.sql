-- product_categories: the categories of what the shop sells, each with the number of its products and what it is called in the
-- other language, as a product of it says. Everyone reads it, as everyone reads the products. Of immutable functions alone:
-- what they answer may be kept in memory.

create or replace view public.product_categories with (security_invoker = true) as
    select category, count(*) as products,
        case when count(translations #>> '{id,category}') = 0 then '{}'
            else jsonb_set('{"id": {}}', '{id}', jsonb_object(array['category', min(translations #>> '{id,category}')])) end
            as translations
    from public.products group by category;
comment on view public.product_categories is 'The categories of products, and how many products each has.';

grant select on public.product_categories to anon, authenticated, service_role;

-- Not granted: every change, for everybody: what changes is the table.
