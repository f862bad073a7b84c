-- storage.objects: pictures in the one public bucket. Everyone sees a picture whose address they know (the
-- bucket is public and no policy is asked); talents put and remove their own; administrators keep all of them.

-- 1 protection
-- Row level security is on: the platform says so, and verify.sql looks.

-- 2 policies, named tapis_… because other buckets may have theirs
-- A talent lists what they uploaded.
create policy tapis_select_own on storage.objects for select to authenticated
    using (bucket_id = 'tapis' and owner_id = (select auth.uid())::text
        and (select private.app_role()) = 'talent');
-- An administrator lists everything.
create policy tapis_select_all_as_admin on storage.objects for select to authenticated
    using (bucket_id = 'tapis' and (select private.app_role()) = 'admin');
-- A talent uploads to the folders of their two forms, in their own name.
create policy tapis_insert_own on storage.objects for insert to authenticated
    with check (bucket_id = 'tapis' and owner_id = (select auth.uid())::text
        and (select private.app_role()) = 'talent'
        and private.folder_of(name) in (
            'audition-registrations/comcards', 'audition-registrations/invoices', 'transactions/invoices'));
-- An administrator uploads to every folder of the shop, and to no other.
create policy tapis_insert_as_admin on storage.objects for insert to authenticated
    with check (bucket_id = 'tapis' and owner_id = (select auth.uid())::text
        and (select private.app_role()) = 'admin'
        and private.folder_of(name) in (
            'audition-registrations/comcards', 'audition-registrations/invoices', 'transactions/invoices',
            'products', 'slides', 'about-us-section', 'gallery', 'payment-methods'));
-- A talent removes what they uploaded, unless another person's record refers to it.
create policy tapis_delete_own on storage.objects for delete to authenticated
    using (bucket_id = 'tapis' and owner_id = (select auth.uid())::text
        and (select private.app_role()) = 'talent'
        and not private.serves_another_person(name));
-- An administrator removes anything.
create policy tapis_delete_as_admin on storage.objects for delete to authenticated
    using (bucket_id = 'tapis' and (select private.app_role()) = 'admin');

-- 3 rights
-- The platform's.

-- 4 not granted
-- Update, to anybody: a file is never overwritten, moved or renamed; a new one gets a new name.
-- Everything for leaders and for anon: they see pictures by their address.

-- 5 on write
-- Nothing.
