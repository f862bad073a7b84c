-- Search of products: every word that is typed stands somewhere in a product's texts, in either language, or the word that
-- the other language has for it. `near` finds products whose names have half of a word's trigrams. Parts of words and no
-- stems: full text search has no Indonesian dictionary, and whoever types begins with half a word. Without pg_trgm, whose
-- functions only a server's superuser can open to visitors. `in_size` and `in_stock` narrow the list to what can be bought: a
-- size that is not counted always can. Of a word 50 characters count, or one could take minutes. Reads with the caller's rights.

create or replace function public.search_products(
        words text default '', near boolean default false, in_size text default null, in_stock boolean default false)
    returns setof public.products
    language sql stable security invoker set search_path = ''
    as $$
        with called (names) as (values
            (array['bag', 'bags', 'tas']), (array['wallet', 'dompet']), (array['shoes', 'sepatu']), (array['sandals', 'sandal']),
            (array['dress', 'gaun']), (array['shirt', 'kemeja']), (array['t-shirt', 'kaus', 'kaos']), (array['top', 'atasan']),
            (array['blouse', 'blus']), (array['skirt', 'rok']), (array['trousers', 'pants', 'celana']),
            (array['jacket', 'jaket']), (array['clothes', 'clothing', 'baju', 'pakaian']), (array['cloth', 'fabric', 'kain']),
            (array['scarf', 'shawl', 'selendang', 'syal']), (array['headscarf', 'hijab', 'jilbab', 'kerudung']),
            (array['hat', 'topi']), (array['belt', 'sabuk', 'ikat pinggang']), (array['necklace', 'kalung']),
            (array['earrings', 'anting']), (array['bracelet', 'gelang']), (array['ring', 'cincin']), (array['brooch', 'bros']),
            (array['jewellery', 'jewelry', 'perhiasan']), (array['accessories', 'aksesori', 'aksesoris']),
            (array['woven', 'tenun']), (array['embroidery', 'embroidered', 'sulam', 'bordir']), (array['men', 'pria']),
            (array['women', 'wanita']), (array['children', 'kids', 'anak']), (array['wedding', 'pernikahan', 'pengantin']),
            (array['black', 'hitam']), (array['white', 'putih']), (array['red', 'merah']), (array['blue', 'biru']),
            (array['green', 'hijau']), (array['yellow', 'kuning']), (array['gold', 'emas']), (array['silver', 'perak']),
            (array['brown', 'cokelat', 'coklat'])
        ), asked as materialized (
            select typed, (select string_agg(name, '|') from called, unnest(names) as name where typed = any (names)) as synonyms
            from regexp_split_to_table(lower(words), '\s+') as word, left(word, 50) as typed where typed <> '' limit 8
        )
        select product.*
        from public.products as product,
            lower(concat_ws(' ', product.heading, product.sub_heading, product.category,
                jsonb_path_query_array(product.translations, '$.*.*') #>> '{}')) as names,
            lower(concat_ws(' ', names, product.description)) as texts
        where not exists (
            select from asked
            where case when near then (
                    select avg((position(substr(' ' || typed || ' ', place, 3) in spaced) > 0)::int)
                    from regexp_replace(' ' || names || ' ', '\W+', ' ', 'g') as spaced, generate_series(1, length(typed)) as place
                ) < 0.5
                else position(typed in texts) = 0 and (texts ~ ('\m(' || synonyms || ')\M')) is not true end
        ) and (in_size is null and (not in_stock or product.sizes = '[]') or exists (
            select from jsonb_to_recordset(product.sizes) as offered (size text, stock integer)
            where size = coalesce(in_size, size) and stock is distinct from 0
        ))
    $$;
comment on function public.search_products(text, boolean, text, boolean) is 'Products in whose texts every word stands, or nearly does; in a size, in stock.';

grant execute on function public.search_products(text, boolean, text, boolean) to anon, authenticated, service_role;
