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
