-- Functions that have other names now. They are dropped at the end of every run, when no rule calls them any more.
drop function if exists private.are_judgeable_lines(jsonb);
drop function if exists private.belongs_to_another_person(text, jsonb);
drop function if exists private.is_card_of_a_registration(text);
drop function if exists private.kept_lines(jsonb);
drop function if exists private.mirrored(jsonb, text);
drop function if exists private.refuse_foreign_invoice(uuid, text);
drop function if exists private.tg__date_by_our_clock();
drop function if exists private.tg__record_change();
drop function if exists private.tg__touch();
drop function if exists private.tg_audit_log__only_add();
drop function if exists private.tg_transactions__judge_order();
drop function if exists private.tg_user_roles__show();
drop function if exists private.due_messages(integer);
drop function if exists private.restore_payment(private.deleted_records);
