-- What a version knows that has amounts, reviews and statements: reasons, decided fees, matched lines, deleted and reserved ones.
select set_config('request.jwt.claims', json_build_object('sub', current_setting('filling.admin'), 'role', 'authenticated')::text, false);

-- Rejections say why; an exact amount is a few rupiah beside the total.
update public.reviews set reason = 'Buram. ' || record where decision = 'rejected';
update public.amounts_due set amount = total - get_byte(uuid_send(record), 0) where place = 'transactions' and total > 1000;

-- A fee for every second registration; of three, one is accepted, one rejected, one waits.
insert into public.amounts_due (place, record, user_id, total, amount)
select 'audition_registrations', uuid, user_id, 150000, 150000 - get_byte(uuid_send(uuid), 0)
from public.audition_registrations where get_byte(uuid_send(uuid), 1) % 2 = 0
on conflict (place, record) do nothing;
insert into public.reviews (place, record, user_id, decision, reason)
select 'audition_registrations', uuid, user_id, case get_byte(uuid_send(uuid), 2) % 3 when 0 then 'accepted' else 'rejected' end,
    case get_byte(uuid_send(uuid), 2) % 3 when 0 then null else 'Tidak terbaca.' end
from public.audition_registrations where get_byte(uuid_send(uuid), 2) % 3 < 2;

-- The statement tells of every third accepted order.
insert into public.statement_lines (account, booked_on, amount, description, place_of_day)
select '0123456789', (due.created_at)::date, due.amount, 'TRSF ' || due.record, 1
from public.amounts_due as due join public.reviews as reviewed using (place, record)
where place = 'transactions' and decision = 'accepted' and get_byte(uuid_send(record), 3) % 3 = 0;
insert into public.statement_ties (line_uuid, place, record, tied_by)
select uuid, 'transactions', substr(description, 6)::uuid, current_setting('filling.admin')::uuid from public.statement_lines;

-- The administrator deletes every fiftieth order; some more amounts are reserved.
delete from public.transactions where uuid in (
    select md5('order ' || n)::uuid from generate_series(7, current_setting('filling.count')::integer - 1, 50) as n);
insert into private.amount_reservations (user_id, pathname, total, amount, record)
select (string_to_array(current_setting('filling.talents'), ','))[n]::uuid, '/shopping-cart', 500000, 499990 + n, md5('reserved ' || n)::uuid
from generate_series(1, 4) as n;
