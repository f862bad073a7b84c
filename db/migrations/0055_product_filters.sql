-- Products are filtered by size and by what is in stock, together with the search: the function takes more arguments.

drop function if exists public.search_products(text, boolean);
