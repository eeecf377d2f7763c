-- Entities: records of companies and people that are the same, the pairs that may be, what was decided of them, and how to take it back.

create sequence entity_record_ids;
create sequence entity_pair_ids;

-- One company or person. Its values are those of its records; `winners` says whose value was chosen by hand, by field.
create table entities (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('company', 'person', 'row')),
  name text,
  -- For searches, in small letters.
  name_text text,
  winners jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index entities_by_name on entities (workspace_id, name_text text_pattern_ops);

-- What is compared: a lead, or a row of a workbook, in the normal form of its kind. `version` is that of the form.
create table entity_records (
  workspace_id uuid not null,
  id bigint not null default nextval('entity_record_ids'),
  kind text not null,
  lead_id bigint,
  workbook_id uuid,
  row_id uuid,
  entity_id uuid not null,
  form jsonb not null,
  version int not null,
  keyed_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, entity_id) references entities (workspace_id, id) on delete cascade
);
create unique index entity_records_of_lead on entity_records (workspace_id, lead_id) where lead_id is not null;
create unique index entity_records_of_row on entity_records (workspace_id, workbook_id, row_id) where row_id is not null;
create index entity_records_of_entity on entity_records (workspace_id, entity_id);

-- Blocking keys as numbers: only records that share one are compared.
create table entity_keys (
  workspace_id uuid not null,
  key bigint not null,
  record_id bigint not null,
  primary key (workspace_id, key, record_id),
  foreign key (workspace_id, record_id) references entity_records (workspace_id, id) on delete cascade
);
create index entity_keys_of_record on entity_keys (workspace_id, record_id);

-- Two records that may be the same. A rejected pair stays as the memory that the two are not to be joined.
create table entity_pairs (
  workspace_id uuid not null,
  id bigint not null default nextval('entity_pair_ids'),
  kind text not null,
  left_id bigint not null,
  right_id bigint not null,
  workbook_id uuid,
  weight real not null,
  probability real not null,
  -- Levels and weights by field, and the relation that they may have instead.
  evidence jsonb not null,
  -- Equal values of the strongest kind, such as an e-mail address.
  strong text[] not null default '{}',
  -- The strong values that brought back a pair that had been rejected.
  reopened text[],
  status text not null default 'pending' check (status in ('pending', 'merged', 'rejected', 'auto_merged')),
  -- How near to even the odds are, in twentieths, and how many records a decision settles.
  doubt smallint not null,
  settles int not null default 2,
  -- Once taken apart by hand it is never merged by itself.
  by_hand boolean not null default false,
  merge_id uuid,
  scan_id uuid,
  decided_by bigint,
  decided_name text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, left_id, right_id),
  foreign key (workspace_id, left_id) references entity_records (workspace_id, id) on delete cascade,
  foreign key (workspace_id, right_id) references entity_records (workspace_id, id) on delete cascade
);
create index entity_pairs_queue on entity_pairs (workspace_id, status, doubt, settles desc, id);
create index entity_pairs_of_right on entity_pairs (workspace_id, right_id);

-- Which records came into an entity from which other, so that a merge can be undone exactly.
create table entity_merges (
  workspace_id uuid not null,
  id uuid not null,
  entity_id uuid not null,
  absorbed jsonb not null,
  record_ids bigint[] not null,
  pair_id bigint,
  closed bigint[] not null default '{}',
  is_automatic boolean not null default false,
  user_id bigint,
  actor_name text,
  at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (workspace_id, id)
);
create index entity_merges_of_entity on entity_merges (workspace_id, entity_id, id);

-- What was learned, by kind and version; the newest is used.
create table entity_models (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  kind text not null,
  version int not null,
  parameters jsonb not null,
  decisions int not null default 0,
  trained_at timestamptz not null default now(),
  primary key (workspace_id, kind, version)
);

create table entity_settings (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  auto_merge boolean not null default false,
  merge_threshold real not null default 0.99,
  review_threshold real not null default 0.1,
  primary key (workspace_id)
);

-- Leads that were written and are to be keyed and matched.
create table lead_match_work (
  workspace_id uuid not null,
  lead_id bigint not null,
  primary key (workspace_id, lead_id)
);

select tenant_table('entities');
select tenant_table('entity_records');
select tenant_table('entity_keys');
select tenant_table('entity_pairs');
select tenant_table('entity_merges');
select tenant_table('entity_models');
select tenant_table('entity_settings');
select tenant_table('lead_match_work');
