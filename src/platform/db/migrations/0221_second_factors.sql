-- Second factors of accounts: codes by time, recovery codes, and logins that wait for one.

-- What belongs to no workspace is sealed with a key of the install, which lies among those of workspaces under the id that
-- stands for the install. Keys of deleted workspaces are emptied like every other table.
alter table workspace_keys drop constraint workspace_keys_workspace_id_fkey;

create table user_totp (
  user_id bigint primary key references users (id) on delete cascade,
  sealed bytea not null,
  -- Null until a first code has shown that the secret arrived; before that it asks for nothing.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken; it and those before are not taken again.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, hash)
);

-- Logins whose password was right and whose second step is open.
create table login_challenges (
  hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  password_hash text not null,
  failures int not null default 0,
  expires_at timestamptz not null
);
create index login_challenges_by_user on login_challenges (user_id);
create index login_challenges_by_age on login_challenges (expires_at);

do $$
declare t text;
begin
  foreach t in array array['user_totp', 'recovery_codes', 'login_challenges'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy control on %I using ((select app_is_control()))', t);
    execute format('create policy system on %I using ((select app_is_system()))', t);
    execute format('comment on table %I is %L', t, 'class: local');
  end loop;
end $$;
