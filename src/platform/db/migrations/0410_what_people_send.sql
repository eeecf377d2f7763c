-- What a person sends goes out while its endpoint rests, a secret that was replaced signs for a while, and refused payloads are kept.
alter table webhook_deliveries add column by_hand boolean not null default false;
create index webhook_by_hand on webhook_deliveries (workspace_id, next_at) where by_hand and state = 'pending';
alter table integration_values add column old_sealed bytea;
alter table integration_values add column old_until timestamptz;

create table incoming_refused (
  workspace_id uuid not null,
  hook_id uuid not null,
  id uuid not null,
  reason text not null,
  content_type text,
  message_id text,
  headers jsonb not null default '{}',
  -- As it came, so that it can be read again.
  body text not null,
  received_at timestamptz not null,
  -- The payload it became when a person took it in.
  payload_id uuid,
  primary key (workspace_id, hook_id, id),
  foreign key (workspace_id, hook_id) references incoming_hooks (workspace_id, id) on delete cascade
);
select tenant_table('incoming_refused');
