-- Ownership of files: predicates for the policies of storage.objects and of registrations.

-- The folder of an object's name: 'transactions/invoices' of 'transactions/invoices/a.jpg'.
create or replace function private.folder_of(object_name text) returns text
    language sql immutable set search_path = ''
    as $$ select regexp_replace(object_name, '/[^/]*$', '') $$;

-- Whether a picture of the shop's bucket is personal: a model card or a proof of payment. All others are public.
create or replace function private.is_personal(bucket text, object_name text) returns boolean
    language sql immutable
    begin atomic
        select bucket = 'tapis' and split_part(object_name, '/', 1) in (
            select split_part(folder, '/', 1) from private.picture_columns() where not starts_with(audience, 'everyone'));
    end;

-- Whether one picture is read by its name; a list, and every other question, is something else. The file service says
-- which (storage.find_readable_object; a hosted project's does by itself).
create or replace function private.is_single_file_read() returns boolean
    language sql stable set search_path = ''
    as $$
        select coalesce(current_setting('storage.operation', true), '') in (
            'storage.object.get_authenticated', 'storage.object.info_authenticated',
            'object.get_authenticated_info', 'object.head_authenticated_info',
            'storage.render.image_authenticated', 'storage.object.sign', 'storage.object.sign_many')
    $$;

-- Whether a record references this file, by folder and name.
create or replace function private.is_referenced(object_name text) returns boolean
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        declared record;
        is_named boolean;
    begin
        for declared in select * from private.picture_columns() where folder = private.folder_of(object_name) loop
            execute format('select exists (select from public.%1$I where '
                    || case when declared.is_list then '%2$I @> jsonb_build_array(jsonb_build_object(''filename'', $1))'
                        else '%2$I ->> ''filename'' = $1' end || ')', declared.place, declared.column_name)
                into is_named using regexp_replace(object_name, '^.*/', '');
            if is_named then
                return true;
            end if;
        end loop;
        return false;
    end
    $$;

-- Whether leaders may read a file: it must be in a folder for them and referenced by a record.
create or replace function private.is_read_by_leaders(object_name text) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        select private.folder_of(object_name) in (
                select folder from private.picture_columns() where audience = 'owner and leaders')
            and private.is_referenced(object_name)
    $$;

-- Whether a person's own file is evidence: a registration names it, or it was its proof, or an order names it that is, or once
-- was, more than Processed, or that is somebody else's. Files in any other folder are the shop's, also when somebody uploaded
-- them who is no administrator any more.
create or replace function private.is_evidence(object_name text) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        select case
            when private.folder_of(object_name) not in (
                select folder from private.picture_columns() where not starts_with(audience, 'everyone')) then true
            when private.folder_of(object_name) = private.picture_folder('transactions', 'invoice_image')
            then private.is_preserved_proof(object_name) or exists (
                select from public.transactions
                where invoice_image ->> 'filename' = regexp_replace(object_name, '^.*/', '')
                    and (user_id is distinct from auth.uid() or status <> 'Processed'))
            else private.is_preserved_proof(object_name) or private.is_referenced(object_name)
        end
    $$;

-- Whether the file of an image value in this folder was uploaded by another account. A record that references it would
-- prevent its owner from removing it.
create or replace function private.is_uploaded_by_another(folder text, image jsonb) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        select exists (
            select from storage.objects
            where bucket_id = 'tapis' and name = folder || '/' || (image ->> 'filename')
                and owner_id is distinct from auth.uid()::text)
    $$;

grant execute on function private.folder_of(text), private.is_read_by_leaders(text),
    private.is_evidence(text), private.is_uploaded_by_another(text, jsonb) to authenticated;
grant execute on function private.is_personal(text, text), private.is_single_file_read() to anon, authenticated;
-- Trigger conditions are evaluated as the writing role.
grant execute on function private.is_personal(text, text) to service_role;
-- The storage service serves public URLs without evaluating a policy.
grant execute on function private.is_personal(text, text), private.folder_of(text) to supabase_storage_admin;
