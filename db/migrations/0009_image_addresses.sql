-- The address in an image value is written by the database (functions/image_addresses.sql), so it is either the
-- shop's own, or the path alone where the database doesn't know what the shop is called.
create or replace function private.is_image(value jsonb) returns boolean
    language sql immutable parallel safe
    return coalesce(
        jsonb_typeof(value) = 'object'
        and jsonb_typeof(value -> 'filename') = 'string'
        and jsonb_typeof(value -> 'title') = 'string'
        and jsonb_typeof(value -> 'url') = 'string'
        and value - array['filename', 'title', 'url'] = '{}'
        and char_length(value ->> 'filename') between 1 and 255
        and value ->> 'filename' !~ '[/\\[:cntrl:]]'
        and value ->> 'filename' !~ '^\.+$'
        and char_length(value ->> 'title') <= 255
        and char_length(value ->> 'url') <= 2048
        and value ->> 'url' ~* '^(https?:/)?/[^/[:cntrl:]"<>][^[:cntrl:]"<>]*$',
        false
    );

-- A part of a path as an address spells it: everything but letters, digits and ._~- by its bytes.
create function private.url_encoded(part text) returns text
    language sql immutable parallel safe set search_path = ''
    as $$
        select case when part ~ '^[A-Za-z0-9._~-]*$' then part else (
            select string_agg(
                case when byte < 128 and chr(byte) ~ '[A-Za-z0-9._~-]' then chr(byte)
                    else '%' || lpad(upper(to_hex(byte)), 2, '0') end, '' order by place)
            from generate_series(0, octet_length(convert_to(part, 'UTF8')) - 1) as place,
                get_byte(convert_to(part, 'UTF8'), place) as byte
        ) end
    $$;
revoke all on function private.url_encoded(text) from public;

-- Registrations were sent by people with whatever address they liked; leaders open these pictures.
alter table public.audition_registrations disable trigger user;
update public.audition_registrations set
    comcard_image = comcard_image || jsonb_build_object('url',
        '/storage/v1/object/public/tapis/audition-registrations/comcards/'
        || private.url_encoded(comcard_image ->> 'filename')),
    invoice_image = invoice_image || jsonb_build_object('url',
        '/storage/v1/object/public/tapis/audition-registrations/invoices/'
        || private.url_encoded(invoice_image ->> 'filename'));
alter table public.audition_registrations enable trigger user;
