-- The declaration of picture columns, used by the rights on files, the triggers that bind pictures to records, the sweeper and
-- `tapis doctor`. A new picture column is one line here.

-- The table and its jsonb column, whether it holds a list, the folder of the files, and who reads them besides administrators:
-- 'everyone and search engines', 'everyone', 'owner' (who uploaded the file), or 'owner and leaders'. Talents upload to the
-- folders that not everyone reads.
create or replace function private.picture_columns()
    returns table (place text, column_name text, is_list boolean, folder text, audience text)
    language sql immutable parallel safe
    begin atomic
        values
            ('slides', 'image', false, 'slides', 'everyone and search engines'),
            ('about_us_section', 'image', false, 'about-us-section', 'everyone and search engines'),
            ('gallery', 'image', false, 'gallery', 'everyone and search engines'),
            ('products', 'image', false, 'products', 'everyone and search engines'),
            ('products', 'pictures', true, 'products', 'everyone and search engines'),
            ('events', 'image', false, 'events', 'everyone and search engines'),
            ('events', 'pictures', true, 'events', 'everyone and search engines'),
            ('payment_methods', 'qris_image', false, 'payment-methods', 'everyone'),
            ('audition_registrations', 'comcard_image', false, 'audition-registrations/comcards', 'owner and leaders'),
            ('audition_registrations', 'invoice_image', false, 'audition-registrations/invoices', 'owner'),
            ('transactions', 'invoice_image', false, 'transactions/invoices', 'owner');
    end;

create or replace function private.picture_folder(place text, column_name text) returns text
    language sql immutable parallel safe
    begin atomic
        select declared.folder from private.picture_columns() as declared
        where (declared.place, declared.column_name) = (picture_folder.place, picture_folder.column_name);
    end;

-- The trigger arguments of a table: each picture column and its folder, quoted. Null without picture columns.
create or replace function private.picture_trigger_arguments(content regclass) returns text
    language sql stable set search_path = ''
    as $$
        select string_agg(format('%L, %L', column_name, folder), ', ')
        from private.picture_columns() where to_regclass('public.' || quote_ident(place)) = content
    $$;

-- Makes the records of a table keep their pictures: addresses are written, files must exist and be no other record's, and what was named is noted. Called
-- by the table's file in policies/; `updates` are those after which the pictures are looked at.
create or replace function private.add_picture_triggers(content regclass, updates text = 'update') returns void
    language plpgsql set search_path = ''
    as $$
    declare
        arguments text := private.picture_trigger_arguments(content);
    begin
        execute format('create trigger _050_write_addresses before insert or %s on %s
            for each row execute function private.tg__write_addresses(%s)', updates, content, arguments);
        execute format('create trigger _700_require_pictures after insert or %s on %s
            for each row when (row_security_active(%L)) execute function private.tg__require_pictures(%s)',
            updates, content, content::text, arguments);
        execute format('create trigger _850_note_pictures after insert or %s on %s
            for each row execute function private.tg__note_pictures(%s)', updates, content, arguments);
    end
    $$;

-- Differences between the declaration and the tables, one sentence each: a missing declared column, and an undeclared column
-- of the shop with a picture constraint. References to pictures are unknown then, so nothing is swept.
create or replace function private.picture_column_faults() returns setof text
    language sql stable security definer set search_path = ''
    as $$
        select format('the column public.%s.%s, which is declared to hold pictures, is missing', place, column_name)
        from private.picture_columns()
        where not exists (
            select from pg_catalog.pg_attribute
            where attrelid = to_regclass('public.' || quote_ident(place)) and attname = column_name
                and atttypid = 'jsonb'::regtype and not attisdropped)
        union
        select format('the column %s.%s holds pictures and is not declared in private.picture_columns()',
            con.conrelid::regclass, attname)
        from pg_catalog.pg_constraint as con
        join pg_catalog.pg_class as c on c.oid = con.conrelid
        join pg_catalog.pg_attribute on attrelid = con.conrelid and attnum = any(con.conkey) and atttypid = 'jsonb'::regtype
        where con.contype = 'c' and pg_get_constraintdef(con.oid) ~ '\y(is_image|are_images)\('
            and (c.relnamespace <> 'public'::regnamespace
                or (c.relname, attname) not in (select place, column_name from private.picture_columns()))
        order by 1
    $$;

-- Called before files are considered unreferenced. Refusal: SQLSTATE 55000, hint pictures_undeclared.
create or replace function private.require_declared_pictures() returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        faults text := (select string_agg(fault, '; ') from private.picture_column_faults() as fault);
    begin
        if faults is not null then
            raise object_not_in_prerequisite_state using hint = 'pictures_undeclared', message = faults;
        end if;
    end
    $$;

-- Policies and trigger conditions are evaluated as the calling role.
grant execute on function private.picture_columns(), private.picture_folder(text, text)
    to anon, authenticated, service_role, supabase_storage_admin;
