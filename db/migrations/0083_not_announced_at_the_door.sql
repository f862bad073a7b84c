-- A scan of somebody without an announcement is stored as such; 'unknown' is nobody's pass.
alter table public.check_ins drop constraint check_ins_answer_is_known;
alter table public.check_ins add constraint check_ins_answer_is_known check (answer in
    ('valid', 'other_day', 'other_event', 'declined', 'not_announced', 'fee_unpaid', 'unknown'));
