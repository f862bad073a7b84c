-- How much of a statement's line pays each payment, and which outgoing line a refund is. The triggers alone say
-- which tables the audit log watches: each new one had to be added to a list, too.

alter table public.reconciliations add column amount bigint;
update public.reconciliations as tied set amount = case
    when (select count(*) from public.reconciliations as same where same.line_uuid = tied.line_uuid) = 1
    then line.amount else (
        select due.amount from public.payments as due where (due.place, due.record) = (tied.place, tied.record)) end
from public.statement_lines as line where line.uuid = tied.line_uuid;
alter table public.reconciliations
    alter column amount set not null,
    add constraint reconciliations_amount_above_0 check (amount > 0);
comment on column public.reconciliations.amount is 'How much of the line pays this payment.';

alter table public.refunds
    add column line_uuid uuid,
    add constraint refunds_line_uuid_is_a_line foreign key (line_uuid) references public.statement_lines (uuid) on delete restrict;
comment on column public.refunds.line_uuid is 'The outgoing line of a statement that shows it.';
create unique index refunds_of_a_line on public.refunds (line_uuid);

alter table public.audit_log drop constraint audit_log_place_is_watched;
