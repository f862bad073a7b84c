-- Declined drafts of before this rule.
update public.casting_decisions set training_slot = null, rehearsal_slot = null, audition_slot = null
where decision = 'decline' and coalesce(training_slot, rehearsal_slot, audition_slot) is not null;
