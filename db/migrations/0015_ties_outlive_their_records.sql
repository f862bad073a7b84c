-- A line of a statement that paid for something stays spent when that is deleted.

alter table public.statement_ties drop constraint statement_ties_record_is_paid_for;
comment on table public.statement_ties is 'Which order or registration a line of a statement paid; several orders of one buyer '
    'add up to it. A tie outlives its record, or one transfer could pay twice: public.untie_line alone frees the line.';
comment on table private.deleted_records is
    'Records that were deleted during the last day; of those of the two days before, what was to be paid.';

alter table public.audit_log drop constraint audit_log_place_is_watched;
alter table public.audit_log add constraint audit_log_place_is_watched check (place in
    ('payment_methods', 'user_roles', 'transactions', 'objects', 'reviews', 'statement_lines', 'statement_formats',
    'statement_ties'));
comment on column public.audit_log.record_id is
    'The payment method, the file, the order, what was reviewed or paid, or the account whose role it is; of an import '
    'the MD5 of the account number, of a bank''s format that of its fingerprint.';
