-- Two files may hold one transfer in different words, or on the day beside it: the second is marked, and never accepted
-- unseen.
alter table public.statement_lines add column may_be_known boolean not null default false;
comment on column public.statement_lines.may_be_known is
    'An earlier file has a line of this amount that this one''s file lacks: it may be the same transfer in other words.';
