-- Webhooks: endpoints that events are delivered to, every delivery with its attempts, and addresses that take payloads in.

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
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id) on delete cascade
);
-- The queue of each endpoint.
create index webhook_deliveries_due on webhook_deliveries (workspace_id, endpoint_id, next_at) where state = 'pending';
create index webhook_deliveries_newest on webhook_deliveries (workspace_id, endpoint_id, created_at, id);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

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

create table incoming_hooks (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  -- Of the address; the address itself is sealed, so that it can be shown again.
  token_hash bytea not null,
  token bytea not null,
  verify text not null default 'none' check (verify in ('none', 'standard', 'hmac_sha256', 'bearer')),
  -- For hmac_sha256: the header that carries the signature.
  header text,
  secret bytea,
  enabled boolean not null default true,
  received int not null default 0,
  last_received_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index incoming_hooks_token on incoming_hooks (workspace_id, token_hash);

create table incoming_payloads (
  workspace_id uuid not null,
  hook_id uuid not null,
  id uuid not null,
  -- What the sender calls the message; a second one of the same name is taken for a repetition.
  message_id text,
  content_type text,
  headers jsonb not null default '{}',
  body jsonb not null,
  received_at timestamptz not null default now(),
  primary key (workspace_id, hook_id, id),
  foreign key (workspace_id, hook_id) references incoming_hooks (workspace_id, id) on delete cascade
);
create unique index incoming_payloads_message on incoming_payloads (workspace_id, hook_id, message_id)
  where message_id is not null;

select tenant_table('webhook_endpoints', 'system');
select tenant_table('webhook_deliveries', 'system');
select tenant_table('webhook_attempts');
select tenant_table('incoming_hooks');
select tenant_table('incoming_payloads');
