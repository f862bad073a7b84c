-- Failed mails: a summary, and sending them again. For administrators.

-- Their number and the time of the first, with the newest reason, of the last week; no row without failures.
create or replace function public.failed_mails() returns table (mails bigint, since timestamptz, reason text)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('see mails that failed');
        return query
            select count(*), min(created_at), (array_agg(error order by next_attempt desc))[1]
            from private.messages
            where state = 'failed' and way in ('mail', 'digest') and next_attempt > now() - interval '7 days'
            having count(*) > 0;
    end
    $$;

-- Retries those of the last week for three more days; returns their number. Their Message-IDs are unchanged.
create or replace function public.send_failed_mails() returns bigint
    language plpgsql security definer set search_path = ''
    as $$
    declare
        sent bigint;
    begin
        perform private.require_administrator('send mails again');
        update private.messages set state = 'waiting', attempts = 1, next_attempt = now(), tried_since = now()
        where state = 'failed' and way in ('mail', 'digest') and next_attempt > now() - interval '7 days';
        get diagnostics sent = row_count;
        return sent;
    end
    $$;

grant execute on function public.failed_mails(), public.send_failed_mails() to authenticated;
