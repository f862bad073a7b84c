-- shop_facts: what every page says of the shop, and which of its texts there are: without the texts themselves, which are
-- long; and whether it has published events. Everyone reads it, as everyone reads the settings.

create or replace view public.shop_facts with (security_invoker = true) as
    select name, tagline, address, phone, whatsapp, social_links, opening_hours, default_language, default_weight,
        to_jsonb(array_remove(array[
            case when delivery_and_returns is not null then 'delivery_and_returns' end,
            case when size_chart is not null then 'size_chart' end,
            case when how_to_pay is not null then 'how_to_pay' end,
            case when questions is not null then 'questions' end
        ], null)) as texts,
        (
            select coalesce(jsonb_object_agg(said.language,
                said.fields - array['delivery_and_returns', 'size_chart', 'how_to_pay', 'questions']), '{}')
            from jsonb_each(translations) as said (language, fields)
        ) as translations,
        has_events
    from (select exists (select from public.events where published) as has_events) as published
    left join public.shop_settings on true
    where has_events or uuid is not null;
comment on view public.shop_facts is 'What every page says of the shop, and which of its texts there are.';

grant select on public.shop_facts to anon, authenticated, service_role;

-- Not granted: every change, for everybody: what changes is the table.
