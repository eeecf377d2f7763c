-- The lead store: companies and people that outlive the workbooks they came through, each known by what identifies it.

-- Pages of a workbook over the lead store are read as if its leads were rows: row_id and position are what they are called there.
create sequence lead_ids;
create table leads (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id bigint not null default nextval('lead_ids'),
  -- Values by the name of their field, none of them blank.
  data jsonb not null default '{}',
  -- Where each value came from, by field.
  provenance jsonb not null default '{}',
  -- Where the lead came from first, and through whom.
  source jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_id uuid not null generated always as (('00000000-0000-8000-8' || substr(lpad(to_hex(id), 15, '0'), 1, 3) || '-'
    || substr(lpad(to_hex(id), 15, '0'), 4))::uuid) stored,
  position double precision not null generated always as (id::double precision) stored,
  primary key (workspace_id, id)
) with (fillfactor = 90);
create unique index leads_order on leads (workspace_id, position);
create unique index leads_rows on leads (workspace_id, row_id);
create index leads_by_specialization on leads (workspace_id, lower(left(data ->> 'specialization', 200)))
  where data ? 'specialization';
create index leads_by_city on leads (workspace_id, lower(left(data ->> 'city', 200))) where data ? 'city';

-- What a lead is known by, in its normal form: kind of lead, kind of key, value. One key belongs to one lead.
create table lead_keys (
  workspace_id uuid not null,
  key text not null,
  lead_id bigint not null,
  primary key (workspace_id, key),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
create index lead_keys_of_lead on lead_keys (workspace_id, lead_id);

-- Who changed what of a lead, from where. That it was made is on record with the lead itself.
create table lead_changes (
  workspace_id uuid not null,
  lead_id bigint not null,
  id uuid not null,
  kind text not null check (kind in ('updated', 'status', 'note')),
  fields jsonb not null default '[]',
  note text,
  source jsonb not null,
  user_id bigint,
  actor_name text,
  at timestamptz not null default now(),
  primary key (workspace_id, lead_id, id),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);

-- Keys of leads that were erased, as hashes: what comes again under one of them is not stored again.
create table lead_suppressions (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  key_hash bytea not null,
  erased_at timestamptz not null default now(),
  primary key (workspace_id, key_hash)
);

-- How many leads a workspace has, so that nobody counts them to show it.
create table lead_counts (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  leads bigint not null default 0,
  primary key (workspace_id)
);

-- Which leads a workbook shows that was made over the store and has no rows of its own yet; null: its rows are its own.
alter table workbooks add column leads_from jsonb;
create index workbook_rows_of_lead on workbook_rows (workspace_id, lead_id) where lead_id is not null;

-- What a write leaves to be carried between rows and leads: in its transaction, taken by a job, gone with what it did.
create table lead_work (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  -- Null: all of them.
  columns text[],
  row_ids uuid[],
  from_position double precision,
  to_position double precision,
  -- In place of rows: leads that changed, and which of their fields.
  lead_ids bigint[],
  fields text[],
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index lead_work_of_workbook on lead_work (workspace_id, workbook_id, id);

do $$
declare t text;
begin
  foreach t in array array['leads', 'lead_keys', 'lead_changes', 'lead_suppressions', 'lead_counts', 'lead_work'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
end $$;
