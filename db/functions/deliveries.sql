-- Deliveries: a person's delivery details, and their copy in an order.
--
-- Refusal: SQLSTATE, hint
--   23514  whatsapp   the WhatsApp number is invalid

-- Normalises 08…, +62…, 0062… and 62… to 62…, ignoring spaces, dashes, dots, brackets, and the invisible characters that
-- come with a number copied from contacts. Null for an invalid number.
create or replace function private.whatsapp_number(given text) returns text
    language sql immutable set search_path = ''
    as $$
        select substring(regexp_replace(regexp_replace(regexp_replace(given, '[\s().\u00ad\u061c\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2060-\u206f\ufe63\ufeff\uff0d-]', '', 'g'),
            '^(\+|00)', ''), '^(62)?0', '62') from '^[1-9]\d{7,14}$')
    $$;

create or replace function private.tg_delivery_details__normalise() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        given text := nullif(btrim(new.whatsapp, E' \t\r\n'), '');
    begin
        new.name := nullif(btrim(new.name, E' \t\r\n'), '');
        new.address := nullif(btrim(new.address, E' \t\r\n'), '');
        new.note := nullif(btrim(new.note, E' \t\r\n'), '');
        new.province := nullif(btrim(new.province, E' \t\r\n'), '');
        new.city := nullif(btrim(new.city, E' \t\r\n'), '');
        new.whatsapp := private.whatsapp_number(given);
        if given is not null and new.whatsapp is null then
            raise exception using errcode = '23514', hint = 'whatsapp',
                constraint = 'delivery_details_whatsapp_is_a_number', message = format(
                '"%s" is not a WhatsApp number. Write it like 0812 3456 7890 or +62 812 3456 7890.', left(given, 40));
        end if;
        if tg_op = 'UPDATE' then
            new.user_id := old.user_id;
            new.created_at := old.created_at;
            new.updated_at := now();
        end if;
        return new;
    end
    $$;

-- The copy in an order is unaffected by later changes of its buyer's details.
create or replace function private.tg_transactions__copy_delivery() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        insert into public.order_deliveries (order_uuid, user_id, name, whatsapp, address, note, province, city)
        select new.uuid, user_id, name, whatsapp, address, note, province, city
        from public.delivery_details where user_id = new.user_id;
        return null;
    end
    $$;

-- The delivery of a buyer whose account was deleted is kept only while the order is open.
create or replace function private.tg_order_deliveries__forget() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        delete from public.order_deliveries as delivered using public.transactions as ordered
        where delivered.order_uuid = new.order_uuid and ordered.uuid = new.order_uuid
            and ordered.status not in ('Processed', 'Accepted');
        return null;
    end
    $$;

create or replace function private.tg_transactions__forget_delivery() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        delete from public.order_deliveries where order_uuid = new.uuid and user_id is null;
        return null;
    end
    $$;
