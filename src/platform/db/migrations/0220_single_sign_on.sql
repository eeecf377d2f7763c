-- Single sign-on: identity providers of workspaces, the e-mail domains a workspace has proven to be its own, and who is known by what.

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
  primary key (workspace_id, domain)
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
  state_hash bytea not null,
  provider_id uuid not null,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  redirect_uri text not null,
  next text,
  -- Who links an identity to their account; null for a login.
  link_user_id bigint references users (id) on delete cascade,
  expires_at timestamptz not null,
  primary key (state_hash),
  foreign key (workspace_id, provider_id) references sso_providers (workspace_id, id) on delete cascade
);
create index sso_logins_by_age on sso_logins (expires_at);
create index sso_logins_by_provider on sso_logins (workspace_id, provider_id);
select local_table('sso_logins');

-- How a session was begun, and by which provider.
alter table session_families add column method text not null default 'password';
alter table session_families add column provider_id uuid;
