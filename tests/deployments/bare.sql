-- What a hosted project has not got, because only our own gateway brings it; and what its file service minds.

drop trigger remember_ended_session on auth.sessions;
drop table auth.signing_keys, auth.api_keys, auth.attempts, auth.ended_sessions, auth.sign_up_links,
    auth.mfa_recovery_codes cascade;
drop function auth.remember_ended_session(), auth.notify_ended_session();
drop trigger remember_removed on storage.objects;
drop function storage.remember_removed();
drop table storage.removed;

alter table auth.users alter column confirmation_token drop not null, alter column confirmation_token drop default;
alter table auth.users alter column recovery_token drop not null, alter column recovery_token drop default;
alter table auth.users alter column email_change drop not null, alter column email_change drop default;

create function storage.update_updated_at_column() returns trigger language plpgsql as $$
begin
    new.updated_at = now();
    return new;
end
$$;
create trigger update_objects_updated_at before update on storage.objects
    for each row execute function storage.update_updated_at_column();
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
    if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
        raise insufficient_privilege using message = 'Direct deletion from storage tables is not allowed.';
    end if;
    return null;
end
$$;
create trigger protect_objects_delete before delete on storage.objects
    for each statement execute function storage.protect_delete();
create trigger protect_buckets_delete before delete on storage.buckets
    for each statement execute function storage.protect_delete();
