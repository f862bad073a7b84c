-- storage.objects: pictures in the one bucket. Everyone reads the shop's pictures; model cards and proofs of payment are
-- read by their owner and by administrators, cards by leaders too. Talents upload and remove their own; administrators
-- manage all of them. A hosted project serves a public bucket's addresses without asking any policy.

-- 1 protection
-- Row level security is on: the platform says so, and verify.sql looks.

-- 2 policies, named tapis_… because other buckets may have theirs
-- Everyone reads a picture of the shop by its name; nobody lists them by this rule.
create policy tapis_read_public_folders on storage.objects for select to anon, authenticated
    using (bucket_id = 'tapis' and (select private.is_single_file_read())
        and not private.is_personal(bucket_id, name));
-- A leader reads, by its name, a picture that is for leaders and that a record names: the model card of a registration.
create policy tapis_read_cards_as_leader on storage.objects for select to authenticated
    using (bucket_id = 'tapis' and (select private.is_single_file_read())
        and (select private.app_role()) = 'leadership' and private.is_read_by_leaders(name));
-- A talent reads and lists what they uploaded.
create policy tapis_select_own on storage.objects for select to authenticated
    using (bucket_id = 'tapis' and owner_id = (select auth.uid())::text
        and (select private.app_role()) = 'talent');
-- An administrator reads and lists everything.
create policy tapis_select_all_as_admin on storage.objects for select to authenticated
    using (bucket_id = 'tapis' and (select private.app_role()) = 'admin');
-- A talent uploads to the folders of their two forms, in their own name.
create policy tapis_insert_own on storage.objects for insert to authenticated
    with check (bucket_id = 'tapis' and owner_id = (select auth.uid())::text
        and (select private.app_role()) = 'talent'
        and private.folder_of(name) in (
            select folder from private.picture_columns() where not starts_with(audience, 'everyone')));
-- An administrator uploads to every folder of the shop, and to no other.
create policy tapis_insert_as_admin on storage.objects for insert to authenticated
    with check (bucket_id = 'tapis' and owner_id = (select auth.uid())::text
        and (select private.app_role()) = 'admin'
        and private.folder_of(name) in (select folder from private.picture_columns()));
-- A talent removes what they uploaded, unless it is evidence: named by a registration, or by an order in progress.
create policy tapis_delete_own on storage.objects for delete to authenticated
    using (bucket_id = 'tapis' and owner_id = (select auth.uid())::text
        and (select private.app_role()) = 'talent'
        and not private.is_evidence(name));
-- An administrator removes anything.
create policy tapis_delete_as_admin on storage.objects for delete to authenticated
    using (bucket_id = 'tapis' and (select private.app_role()) = 'admin');

-- 3 rights
-- The platform's.

-- 4 not granted
-- Update, to anybody: a file is never overwritten, moved or renamed; a new one gets a new name.
-- Anything but reading to leaders and to anon. Listing what others uploaded, to anybody but administrators.

-- 5 on write, named tapis_… and replaced: a hosted project lets us create a trigger here and not drop it
create or replace trigger tapis_050_require_recent_sign_in before delete on storage.objects
    for each row when (old.bucket_id = 'tapis' and starts_with(old.name, private.picture_folder('payment_methods', 'qris_image') || '/'))
    execute function private.tg_objects__keep_where_people_pay();
create or replace trigger tapis_100_use_name_once after insert or update of bucket_id, name, version
    on storage.objects for each row execute function private.tg_objects__use_name_once();
create or replace trigger tapis_200_quota after insert on storage.objects
    for each row when (new.bucket_id = 'tapis') execute function private.tg_objects__quota();
-- Changes of the pictures that people pay to, and of proofs that are kept for good, are in the audit log.
-- Public pictures are cached in memory until they change.
create or replace trigger tapis_700_notify_content_changed after update or delete on storage.objects
    for each row when (not private.is_personal(old.bucket_id, old.name))
    execute function private.tg__notify_content_changed();
create or replace trigger tapis_800_record_upload after insert on storage.objects
    for each row when (private.is_audited_picture(new.bucket_id, new.name))
    execute function private.tg__write_audit_entry('id');
create or replace trigger tapis_810_record_rename after update of bucket_id, name, version on storage.objects
    for each row when (private.is_audited_picture(old.bucket_id, old.name) or private.is_audited_picture(new.bucket_id, new.name))
    execute function private.tg__write_audit_entry('id');
create or replace trigger tapis_820_record_removal after delete on storage.objects
    for each row when (private.is_audited_picture(old.bucket_id, old.name))
    execute function private.tg__write_audit_entry('id');
