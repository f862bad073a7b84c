-- statement_lines: lines of bank statements. Administrators read it; functions write it (functions/statements.sql):
-- public.import_statement counts equal lines.
select private.read_only('public.statement_lines', 'select_as_admin');
create trigger _800_write_audit_entry after delete on public.statement_lines
    for each row execute function private.tg__write_audit_entry('uuid');
