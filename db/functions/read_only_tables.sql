-- The rule of the tables that functions and triggers alone write: some people read them, and nobody else does anything.

-- Applies the rule to a table. Called by the table's file in policies/, with the names of the policies that say who reads
-- which rows.
create or replace function private.read_only(content regclass, variadic policies text[]) returns void
    language plpgsql set search_path = ''
    as $$
    declare
        policy text;
    begin
        -- 1 protection
        execute format('alter table %s enable row level security', content);
        -- 2 policies
        foreach policy in array policies loop
            execute format('create policy %I on %s for select to authenticated using (%s)', policy, content, case policy
                -- A talent reads their own.
                when 'select_own' then 'user_id = (select auth.uid()) and (select private.app_role()) = ''talent'''
                -- Leaders and administrators read all of them.
                when 'select_all_as_leader' then '(select private.app_role()) in (''leadership'', ''admin'')'
                -- An administrator reads all of them.
                when 'select_as_admin' then '(select private.app_role()) = ''admin'''
            end);
        end loop;
        -- 3 rights
        execute format('grant select on %s to authenticated, service_role', content);
        -- 4 not granted
        -- insert, update, delete and truncate, also for administrators and the service key: functions check first what
        -- they write. Everything for anon.
        -- 5 on write
        -- What the table's file says.
    end
    $$;
