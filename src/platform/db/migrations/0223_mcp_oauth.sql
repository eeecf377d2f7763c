-- OAuth 2.1 for MCP: programs that registered themselves, codes on their way, and the refresh tokens of what people allowed.

-- Of the install: whoever asks is written down, and may nothing until somebody allows it.
create table oauth_clients (
  id text primary key,
  name text not null,
  uri text,
  redirect_uris text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index oauth_clients_unused on oauth_clients (created_at) where last_used_at is null;
alter table oauth_clients enable row level security;
alter table oauth_clients force row level security;
create policy control on oauth_clients using ((select app_is_control()));
create policy system on oauth_clients using ((select app_is_system()));
comment on table oauth_clients is 'class: local';

-- `token_id` is what it was exchanged for: a code that comes twice takes that away.
create table oauth_codes (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  hash bytea not null,
  client_id text not null references oauth_clients (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  capabilities text[] not null,
  token_id uuid,
  expires_at timestamptz not null,
  primary key (hash)
);
create index oauth_codes_by_age on oauth_codes (expires_at);
select local_table('oauth_codes');

-- All that were ever given out for a token, so that one that comes twice is known.
create table oauth_refresh_tokens (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  hash bytea not null,
  token_id uuid not null,
  client_id text not null references oauth_clients (id) on delete cascade,
  used_at timestamptz,
  expires_at timestamptz not null,
  primary key (hash)
);
create index oauth_refresh_tokens_by_token on oauth_refresh_tokens (workspace_id, token_id);
create index oauth_refresh_tokens_by_age on oauth_refresh_tokens (expires_at);
select local_table('oauth_refresh_tokens');

-- Until when what a person allowed can be renewed; null for a token made by hand.
alter table mcp_tokens add column renewable_until timestamptz;
