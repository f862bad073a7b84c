-- Whose file is it: what the policies of storage.objects and of registrations ask about pictures.

-- The folder of an object's name: 'transactions/invoices' of 'transactions/invoices/a.jpg'.
create or replace function private.folder_of(object_name text) returns text
    language sql immutable set search_path = ''
    as $$ select regexp_replace(object_name, '/[^/]*$', '') $$;

-- Whether the record of another person than the caller refers to this file. What lies in any other folder is the
-- shop's, also when it was uploaded by somebody who is an administrator no more.
create or replace function private.serves_another_person(object_name text) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        with file as (
            select private.folder_of(object_name) as folder, regexp_replace(object_name, '^.*/', '') as filename
        )
        select case folder
            when 'transactions/invoices' then exists (
                select from public.transactions
                where invoice_image ->> 'filename' = filename and user_id is distinct from auth.uid())
            when 'audition-registrations/comcards' then exists (
                select from public.audition_registrations
                where comcard_image ->> 'filename' = filename and user_id is distinct from auth.uid())
            when 'audition-registrations/invoices' then exists (
                select from public.audition_registrations
                where invoice_image ->> 'filename' = filename and user_id is distinct from auth.uid())
            else true
        end
        from file
    $$;

-- Whether the file that an image value names in this folder was uploaded by somebody else. A record that could
-- name it would stop its owner from removing it.
create or replace function private.belongs_to_another_person(folder text, image jsonb) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        select exists (
            select from storage.objects
            where bucket_id = 'tapis' and name = folder || '/' || (image ->> 'filename')
                and owner_id is distinct from auth.uid()::text)
    $$;

revoke all on function private.folder_of(text), private.serves_another_person(text),
    private.belongs_to_another_person(text, jsonb) from public, anon, authenticated, service_role;
grant execute on function private.folder_of(text), private.serves_another_person(text),
    private.belongs_to_another_person(text, jsonb) to authenticated;
