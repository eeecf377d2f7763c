-- Passkeys of accounts (WebAuthn): their public halves, and the challenges that are open.
create table passkeys (
  id uuid primary key,
  user_id bigint not null references users (id) on delete cascade,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index passkeys_credential on passkeys (credential_id);
create index passkeys_by_user on passkeys (user_id, created_at);

-- Null for a login: nobody is known yet.
create table passkey_challenges (
  hash bytea primary key,
  user_id bigint references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_age on passkey_challenges (expires_at);
create index passkey_challenges_by_user on passkey_challenges (user_id);

do $$
declare t text;
begin
  foreach t in array array['passkeys', 'passkey_challenges'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy control on %I using ((select app_is_control()))', t);
    execute format('create policy system on %I using ((select app_is_system()))', t);
    execute format('comment on table %I is %L', t, 'class: local');
  end loop;
end $$;
