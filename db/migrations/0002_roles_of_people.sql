-- A person's role is a row here and nothing else: no token and no metadata is asked. No row, no role.
create table private.user_roles (
    user_id uuid,
    role text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint user_roles_pkey primary key (user_id),
    constraint user_roles_user_id_is_an_account foreign key (user_id) references auth.users (id) on delete cascade,
    constraint user_roles_role_is_known check (role in ('talent', 'leadership', 'admin'))
);
comment on table private.user_roles is 'Who may do what: the one place where a role counts.';

-- People who signed up before this table existed are talents, like everyone who signs up after.
insert into private.user_roles (user_id, role) select id, 'talent' from auth.users;
