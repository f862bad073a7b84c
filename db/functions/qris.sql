-- The text of a static QRIS code, as stored in a payment method. private.qris_fault (migrations) validates it.
--
-- Refusals: SQLSTATE 23514, hint
--   qris_structure   not the fields of a QRIS code: broken, or without the first or last one, an acquirer, the national entry
--   qris_crc         the checksum doesn't fit
--   qris_currency    another currency than the rupiah
--   qris_country     another country than Indonesia
--   qris_dynamic     made for one payment
--   qris_amount      has an amount already
--   qris_merchant    without the name of a merchant

create or replace function private.tg_payment_methods__require_static_qris() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        fault text;
    begin
        new.qris := nullif(btrim(new.qris, E' \t\r\n'), '');
        -- The name is asked for here and not by the constraint: a code that was stored without one stays.
        fault := coalesce(private.qris_fault(new.qris), case
            when new.qris is not null and not private.qris_fields(new.qris) @? '$[*] ? (@.id == "59" && @.value like_regex "\\S")'
            then 'qris_merchant' end);
        if fault is not null then
            raise exception using errcode = '23514', hint = fault, constraint = 'payment_methods_qris_is_static',
                message = case fault
                    when 'qris_structure' then 'This is not the content of a QRIS code.'
                    when 'qris_crc' then 'The checksum of this QRIS code is wrong: a part of it was changed or lost.'
                    when 'qris_currency' then 'This QRIS code is not in rupiah.'
                    when 'qris_country' then 'This QRIS code is not from Indonesia.'
                    when 'qris_dynamic' then 'This QRIS code was made for one payment. Use the shop''s static code.'
                    when 'qris_amount' then 'This QRIS code has an amount already. Use the shop''s static code.'
                    when 'qris_merchant' then 'This QRIS code does not name its merchant.'
                end;
        end if;
        return new;
    end
    $$;
