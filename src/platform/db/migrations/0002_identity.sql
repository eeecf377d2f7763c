-- People, workspaces and how they get in: accounts, sessions, second steps, directories, and what they are told and connected to.
-- The control plane reads these across workspaces.

create table workspaces (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  description text not null default '',
  icon text not null default '🏢',
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  -- A deleted workspace has no members, so nobody can name it any more; the row stays until its data is gone.
  deleted_at timestamptz,
  -- Workspaces that let in only logins with a second step: a password alone does not do.
  second_factor_required boolean not null default false
);
create unique index workspaces_one_default on workspaces (is_default) where is_default;
alter table workspaces enable row level security;
alter table workspaces force row level security;
create policy control on workspaces using ((select app_is_control()));
create policy tenant on workspaces for select using (id = (select app_workspace()));
comment on table workspaces is 'class: local';

create table users (
  id bigint generated always as identity primary key,
  username text not null,
  password_hash text not null,
  role text not null default 'user' check (role in ('user', 'admin')),
  is_active boolean not null default true,
  profile_image text,
  active_workspace_id uuid references workspaces (id) on delete set null,
  token_version int not null default 1,
  created_at timestamptz not null default now(),
  last_login timestamptz,
  -- An account that a directory made belongs to it: nobody can log in with it while it is in no workspace.
  provisioned_by uuid references workspaces (id) on delete set null
);
create unique index users_username on users (lower(username));
create index users_by_provisioner on users (provisioned_by) where provisioned_by is not null;
alter table users enable row level security;
alter table users force row level security;
create policy control on users using ((select app_is_control()));
comment on table users is 'class: local';

create table memberships (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'member', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index memberships_by_user on memberships (user_id);
alter table memberships enable row level security;
alter table memberships force row level security;
create policy control on memberships using ((select app_is_control()));
create policy tenant on memberships using (workspace_id = (select app_workspace()));
comment on table memberships is 'class: local';
-- A workspace sees its members.
create policy tenant on users for select
  using (exists (select 1 from memberships m where m.user_id = users.id and m.workspace_id = (select app_workspace())));

-- A family is one login. A refresh token names its family and generation and is signed, so nothing here can be replayed;
-- a generation that was already used ends the family.
create table session_families (
  id uuid primary key,
  user_id bigint not null references users (id) on delete cascade,
  generation int not null default 0,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  user_agent text,
  ip text,
  -- How a session was begun, and by which provider.
  method text not null default 'password',
  provider_id uuid
);
create index session_families_by_user on session_families (user_id);
-- Addresses an account is used from, so that strangers cannot lock its owner out.
create index session_families_by_ip on session_families (user_id, ip);
alter table session_families enable row level security;
alter table session_families force row level security;
create policy control on session_families using ((select app_is_control()));
create policy system on session_families using ((select app_is_system()));
comment on table session_families is 'class: local';

create table workspace_settings (
  workspace_id uuid not null,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, key)
);
select tenant_table('workspace_settings');

-- Only the hash of the link is kept. An invitation is used up by the first person who accepts it.
create table invitations (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  token_hash bytea not null unique,
  role text not null check (role in ('admin', 'editor', 'member', 'viewer')),
  created_by bigint references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (workspace_id, id)
);
create index invitations_by_creator on invitations (created_by);
alter table invitations enable row level security;
alter table invitations force row level security;
create policy control on invitations using ((select app_is_control()));
create policy tenant on invitations using (workspace_id = (select app_workspace()));
comment on table invitations is 'class: local';

-- A leaky bucket per key: it is empty at `empty_at`, and each failed login pours one step in. Keys are hashes, since
-- people type passwords into the field for the name.
create table login_throttle (
  key bytea primary key,
  empty_at timestamptz not null
);
create index login_throttle_by_age on login_throttle (empty_at);
alter table login_throttle enable row level security;
alter table login_throttle force row level security;
create policy control on login_throttle using ((select app_is_control()));
create policy system on login_throttle using ((select app_is_system()));
comment on table login_throttle is 'class: local';

create table stream_tickets (
  hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  family uuid not null references session_families (id) on delete cascade,
  token_version int not null,
  -- When the access token that asked for it ends, and with it the stream.
  ends_at timestamptz not null,
  expires_at timestamptz not null
);
create index stream_tickets_by_family on stream_tickets (family);
create index stream_tickets_by_user on stream_tickets (user_id);
create index stream_tickets_by_age on stream_tickets (expires_at);
alter table stream_tickets enable row level security;
alter table stream_tickets force row level security;
create policy control on stream_tickets using ((select app_is_control()));
create policy system on stream_tickets using ((select app_is_system()));
comment on table stream_tickets is 'class: local';

create table scim_tokens (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  hash bytea not null,
  hint text not null,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  provider_id uuid,
  primary key (workspace_id, id)
);
create unique index scim_tokens_hash on scim_tokens (workspace_id, hash);
alter table scim_tokens enable row level security;
alter table scim_tokens force row level security;
create policy tenant on scim_tokens using (workspace_id = (select app_workspace()));
comment on table scim_tokens is 'class: local';

-- `attributes` is what the directory sent, under the names of the standard. Whether someone is active is not stored here:
-- it is whether they have a membership. role_when_closed is given back when they become active again.
-- Keys are folded by the program, so that one rule compares names here and in filters.
create table scim_users (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  user_id bigint not null references users (id) on delete cascade,
  user_name_key text not null,
  external_id text,
  email_keys text[] not null default '{}',
  attributes jsonb not null,
  version int not null default 1,
  role_when_closed text check (role_when_closed in ('admin', 'editor', 'member', 'viewer')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  provider_id uuid,
  primary key (workspace_id, id)
);
create unique index scim_users_name on scim_users (workspace_id, user_name_key);
create unique index scim_users_account on scim_users (workspace_id, user_id);
create index scim_users_account_only on scim_users (user_id);
create index scim_users_external on scim_users (workspace_id, external_id) where external_id is not null;
create index scim_users_email on scim_users using gin (email_keys);
alter table scim_users enable row level security;
alter table scim_users force row level security;
create policy tenant on scim_users using (workspace_id = (select app_workspace()));
comment on table scim_users is 'class: local';

-- `role` is set by an administrator of the workspace and never by the directory.
create table scim_groups (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  display_name_key text not null,
  external_id text,
  attributes jsonb not null,
  role text check (role in ('admin', 'editor', 'member', 'viewer')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index scim_groups_name on scim_groups (workspace_id, display_name_key);
create index scim_groups_external on scim_groups (workspace_id, external_id) where external_id is not null;
alter table scim_groups enable row level security;
alter table scim_groups force row level security;
create policy tenant on scim_groups using (workspace_id = (select app_workspace()));
comment on table scim_groups is 'class: local';

create table scim_group_members (
  workspace_id uuid not null,
  group_id uuid not null,
  scim_user_id uuid not null,
  primary key (workspace_id, group_id, scim_user_id),
  foreign key (workspace_id, group_id) references scim_groups (workspace_id, id) on delete cascade,
  foreign key (workspace_id, scim_user_id) references scim_users (workspace_id, id) on delete cascade
);
create index scim_group_members_by_user on scim_group_members (workspace_id, scim_user_id);
alter table scim_group_members enable row level security;
alter table scim_group_members force row level security;
create policy tenant on scim_group_members using (workspace_id = (select app_workspace()));
comment on table scim_group_members is 'class: local';

create table integration_values (
  workspace_id uuid not null,
  integration_id text not null,
  field text not null,
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  -- A secret goes only where an admin allowed it: hosts it may be sent to, and columns (workbook/column) that may use it; null is
  -- every column.
  hosts text[] not null default '{}',
  columns text[],
  primary key (workspace_id, integration_id, field)
);
select tenant_table('integration_values');

-- What came of the last test call, with the values that are stored now.
create table integration_tests (
  workspace_id uuid not null,
  integration_id text not null,
  tested_at timestamptz not null,
  ok boolean not null,
  words text not null,
  latency_ms int not null,
  primary key (workspace_id, integration_id)
);
select tenant_table('integration_tests');

-- Idempotency keys of requests that belong to a person and to no workspace yet, such as making one.
create table idempotency_keys_of_people (
  user_id bigint not null references users (id) on delete cascade,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  status int,
  body text,
  worker_id uuid not null,
  lease_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_id, route, key)
);
create index idempotency_keys_of_people_by_age on idempotency_keys_of_people (created_at);
alter table idempotency_keys_of_people enable row level security;
alter table idempotency_keys_of_people force row level security;
create policy control on idempotency_keys_of_people using ((select app_is_control()));
create policy system on idempotency_keys_of_people using ((select app_is_system()));
comment on table idempotency_keys_of_people is 'class: local';

create table webhook_endpoints (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  url text not null,
  -- Who set it up: a person, a watch, or an output column.
  origin text not null default 'manual' check (origin in ('manual', 'watch', 'column')),
  -- The signing secret, sealed by the vault; null when `secret_ref` names one of the workspace's secrets.
  secret bytea,
  secret_hint text,
  secret_ref text,
  -- Signs beside the new one until then, so that a receiver can change over without a gap.
  old_secret bytea,
  old_secret_until timestamptz,
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'manual')),
  failures int not null default 0,
  failing_since timestamptz,
  -- It is left alone until then.
  rest_until timestamptz,
  last_success_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index webhook_endpoints_made on webhook_endpoints (workspace_id, origin, url, coalesce(secret_ref, ''))
  where origin <> 'manual';
select tenant_table('webhook_endpoints', 'system');

create table webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  type text not null,
  -- The exact text that is sent and signed.
  body text not null,
  -- What it was sent for, by kind and ids.
  source jsonb not null default '{}',
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'cancelled')),
  attempts int not null default 0,
  next_at timestamptz,
  give_up_at timestamptz not null,
  -- A worker sends it until then.
  lease_until timestamptz,
  last_status int,
  last_error text,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  -- What a delivery is about, such as `row:…`; null: nothing that other deliveries are about too.
  object text,
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id) on delete cascade
);
-- The queue of each endpoint.
create index webhook_deliveries_due on webhook_deliveries (workspace_id, endpoint_id, next_at) where state = 'pending';
create index webhook_deliveries_newest on webhook_deliveries (workspace_id, endpoint_id, created_at, id);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
create index webhook_deliveries_waiting on webhook_deliveries (next_at) where state = 'pending';
alter table webhook_deliveries add primary key (workspace_id, id);
create index webhook_deliveries_of_object on webhook_deliveries (workspace_id, endpoint_id, object, created_at, id)
  where state = 'pending' and object is not null;
select tenant_table('webhook_deliveries', 'system');

create table webhook_attempts (
  workspace_id uuid not null,
  delivery_id uuid not null,
  n int not null,
  at timestamptz not null default now(),
  duration_ms int not null,
  status int,
  error text,
  -- The first bytes of the answer.
  answer text,
  primary key (workspace_id, delivery_id, n),
  foreign key (workspace_id, delivery_id) references webhook_deliveries (workspace_id, id) on delete cascade
);
select tenant_table('webhook_attempts');

create table notices (
  workspace_id uuid not null,
  user_id bigint not null,
  id uuid not null,
  topic text not null,
  severity text not null default 'info' check (severity in ('info', 'warning', 'error')),
  title text not null,
  text text not null default '',
  -- A path of the web app.
  link text,
  -- Two notices of one key are one.
  key text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Null while it has yet to be sent by that way; set as well when it never will be.
  mailed_at timestamptz,
  posted_at timestamptz,
  primary key (workspace_id, user_id, id)
);
create unique index notices_key on notices (workspace_id, user_id, key) where key is not null;
create index notices_unread on notices (workspace_id, user_id, id) where read_at is null;
create index notices_unmailed on notices (workspace_id, user_id, id) where mailed_at is null;
create index notices_unposted on notices (workspace_id, user_id, id) where posted_at is null;
create index notices_by_age on notices (created_at);
select tenant_table('notices', 'system');

create table notice_preferences (
  workspace_id uuid not null,
  user_id bigint not null,
  -- By topic: false keeps it out of the inbox and everything else.
  topics jsonb not null default '{}',
  email text,
  email_when text not null default 'off' check (email_when in ('off', 'at_once', 'daily', 'weekly')),
  -- The address of a Slack-compatible webhook, sealed.
  chat_url bytea,
  chat_hint text,
  chat_when text not null default 'off' check (chat_when in ('off', 'at_once', 'daily', 'weekly')),
  time_zone text not null default 'UTC',
  -- Local times as HH:MM; both null: never quiet.
  quiet_from text,
  quiet_to text,
  digest_at text not null default '08:00',
  last_error text,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
select tenant_table('notice_preferences');

create table sso_providers (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  issuer text not null,
  -- Null until both sides know each other: the address to return to is needed before the other side gives an id.
  client_id text,
  secret bytea,
  enabled boolean not null default true,
  -- On the sign-in page for everybody; platform administrators decide that.
  listed boolean not null default false,
  makes_accounts boolean not null default true,
  default_role text not null default 'viewer' check (default_role in ('editor', 'member', 'viewer')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index sso_providers_by_id on sso_providers (id);
select local_table('sso_providers');

create table sso_domains (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  domain text not null,
  -- What the domain's TXT record has to say.
  token text not null,
  verified_at timestamptz,
  enforced boolean not null default false,
  created_at timestamptz not null default now(),
  -- A proven domain belongs to one identity provider, which an administrator chooses: no other provider vouches for its addresses.
  -- The same for
  -- directories: a token speaks for a provider, and a user is kept by the one whose directory made it.
  provider_id uuid,
  primary key (workspace_id, domain),
  constraint sso_domains_provider foreign key (workspace_id, provider_id)
    references sso_providers (workspace_id, id) on delete set null (provider_id)
);
-- Many may claim a domain, one can prove it.
create unique index sso_domains_verified on sso_domains (domain) where verified_at is not null;
select local_table('sso_domains');

-- The issuer stands in the key: a provider that is pointed elsewhere says nothing about those it knew before.
create table user_identities (
  workspace_id uuid not null,
  provider_id uuid not null,
  issuer text not null,
  subject text not null,
  id uuid not null,
  user_id bigint not null references users (id) on delete cascade,
  email text,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  primary key (workspace_id, provider_id, issuer, subject),
  foreign key (workspace_id, provider_id) references sso_providers (workspace_id, id) on delete cascade
);
create unique index user_identities_by_id on user_identities (id);
create index user_identities_by_user on user_identities (user_id);
select local_table('user_identities');

-- Logins on their way through a provider: taken once, in the browser that began them.
create table sso_logins (
  workspace_id uuid not null,
  state_hash bytea primary key,
  provider_id uuid not null,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  redirect_uri text not null,
  next text,
  -- Who links an identity to their account; null for a login.
  link_user_id bigint references users (id) on delete cascade,
  expires_at timestamptz not null,
  foreign key (workspace_id, provider_id) references sso_providers (workspace_id, id) on delete cascade
);
create index sso_logins_by_age on sso_logins (expires_at);
create index sso_logins_by_provider on sso_logins (workspace_id, provider_id);
select local_table('sso_logins');

create table user_totp (
  user_id bigint primary key references users (id) on delete cascade,
  sealed bytea not null,
  -- Null until a first code has shown that the secret arrived; before that it asks for nothing.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken; it and those before are not taken again.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
alter table user_totp enable row level security;
alter table user_totp force row level security;
create policy control on user_totp using ((select app_is_control()));
create policy system on user_totp using ((select app_is_system()));
comment on table user_totp is 'class: local';

create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, hash)
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy control on recovery_codes using ((select app_is_control()));
create policy system on recovery_codes using ((select app_is_system()));
comment on table recovery_codes is 'class: local';

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
alter table login_challenges enable row level security;
alter table login_challenges force row level security;
create policy control on login_challenges using ((select app_is_control()));
create policy system on login_challenges using ((select app_is_system()));
comment on table login_challenges is 'class: local';

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
alter table passkeys enable row level security;
alter table passkeys force row level security;
create policy control on passkeys using ((select app_is_control()));
create policy system on passkeys using ((select app_is_system()));
comment on table passkeys is 'class: local';

-- Null for a login: nobody is known yet.
create table passkey_challenges (
  hash bytea primary key,
  user_id bigint references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_age on passkey_challenges (expires_at);
create index passkey_challenges_by_user on passkey_challenges (user_id);
alter table passkey_challenges enable row level security;
alter table passkey_challenges force row level security;
create policy control on passkey_challenges using ((select app_is_control()));
create policy system on passkey_challenges using ((select app_is_system()));
comment on table passkey_challenges is 'class: local';

-- Tells every process when something changed by which people are let in, whoever changed it and however: what processes remember of
-- people must not outlive it. A repeated notice of one transaction goes out once. A login that goes on (`generation`) changes nothing.
create function tell_of_person() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    perform pg_notify('millrace_people', coalesce(new.id, old.id)::text);
  else
    perform pg_notify('millrace_people', coalesce(new.user_id, old.user_id)::text);
  end if;
  return null;
end $$;

create trigger tell_of_person after update or delete on users for each row execute function tell_of_person();
create trigger tell_of_person after insert or update or delete on memberships for each row execute function tell_of_person();
create trigger tell_of_person after insert or delete or update of revoked_at on session_families
  for each row execute function tell_of_person();
