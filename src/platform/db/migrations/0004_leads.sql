-- The jobs that people see, leads with their facts and sources, what was erased, and which records are one person or company.

-- The text of a lead by which it is searched: every word and number that it holds, in lower case.
create function lead_text(data jsonb) returns text language sql immutable parallel safe as $$
  select coalesce(string_agg(lower(value #>> '{}'), E'\n\x01\n'), '')
  from jsonb_path_query(data, 'strict $.** ? (@.type() == "string" || @.type() == "number")') as v (value)
$$;

-- What a person started and follows. Its ticket has the same id; `lease` is the token of the worker that has it, so that a
-- worker that lost its lease can write nothing more.
create table jobs (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null,
  title text not null,
  subject jsonb not null default '{}',
  payload jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'done', 'failed', 'cancelled')),
  done bigint not null default 0,
  total bigint,
  message text,
  counts jsonb not null default '{}',
  checkpoint jsonb,
  result jsonb,
  error text,
  lease uuid,
  cancel_requested_at timestamptz,
  created_by bigint,
  actor_name text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- When what the job did to leads was taken back; null again when it goes on after that.
  undone_at timestamptz
);
create index jobs_by_kind on jobs (workspace_id, kind, id desc);
create index jobs_open on jobs (workspace_id, id) where status in ('pending', 'running');
alter table jobs add constraint jobs_pkey1 primary key (workspace_id, id);
create index jobs_failed on jobs (workspace_id, finished_at desc) where status = 'failed';
select tenant_table('jobs');

create sequence lead_ids;
create table leads (
  workspace_id uuid not null,
  id bigint not null default nextval('lead_ids'),
  -- Values by the name of their field, none of them blank.
  data jsonb not null default '{}',
  -- Where each value came from, by field.
  provenance jsonb not null default '{}',
  -- Where the lead came from first, and through whom.
  source jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_id uuid not null generated always as ((
    '00000000-0000-8000-8' || substr(lpad(to_hex(id), 15, '0'), 1, 3) || '-' || substr(lpad(to_hex(id), 15, '0'), 4))::uuid) stored,
  position double precision not null generated always as (id::double precision) stored,
  -- All text of the lead, as searches compare it: made once here instead of for every lead that a search looks at.
  text_of_all text,
  -- The company of a person and the people of a company are found by domain: that of the lead, else that of its address. A column of
  -- its own, since under row-level security an index of an expression is passed over.
  site_domain text generated always as (lower(coalesce(data ->> 'domain', nullif(split_part(data ->> 'email', '@', 2), '')))) stored,
  -- What leads are looked for by stands in columns of its own, and whether any lead has changed can be asked.
  --
  -- Under row-level security an index of an expression is passed over: functions that may tell what they see (lower, left) are
  -- not run before the rule has been asked, so leads_by_city was walked as a whole. Comparing a column with a text tells nothing.
  like_specialization text generated always as (nullif(btrim(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(regexp_replace(normalize(lower(left(data ->> 'specialization', 200)), NFKD), '[\u0300-\u036f]', '', 'g'),
      '[\s!-/:-@\[-`{-~]+', ' ', 'g'),
      '([a-z]{2})ies\M', '\1y', 'g'), '(ch|sh|x|ss|zz)es\M', '\1', 'g'), '([a-z]{2}[^su ])s\M', '\1', 'g')), '')) stored,
  like_city text generated always as (nullif(btrim(
    regexp_replace(regexp_replace(normalize(lower(left(data ->> 'city', 200)), NFKD), '[\u0300-\u036f]', '', 'g'),
      '[\s!-/:-@\[-`{-~]+', ' ', 'g')), '')) stored
) with (fillfactor = 90);
create unique index leads_order on leads (workspace_id, position);
create unique index leads_rows on leads (workspace_id, row_id);
create index leads_by_site_domain on leads (workspace_id, site_domain) where site_domain is not null;
alter table leads add primary key (workspace_id, id);
-- Those of the same city come first among those of one specialization.
create index leads_like_specialization on leads (workspace_id, like_specialization, like_city) where like_specialization is not null;
create index leads_like_city on leads (workspace_id, like_city) where like_city is not null;
select tenant_table('leads');

-- What a lead is known by, in its normal form: kind of lead, kind of key, value. One key belongs to one lead.
create table lead_keys (
  workspace_id uuid not null,
  key text not null,
  lead_id bigint not null,
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
create index lead_keys_of_lead on lead_keys (workspace_id, lead_id);
alter table lead_keys add primary key (workspace_id, key, lead_id);
select tenant_table('lead_keys');

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
select tenant_table('lead_changes');

-- Keys of leads that were erased, as hashes: what comes again under one of them is not stored again.
create table lead_suppressions (
  workspace_id uuid not null,
  key_hash bytea not null,
  erased_at timestamptz not null default now(),
  primary key (workspace_id, key_hash)
);
select tenant_table('lead_suppressions');

-- How many leads a workspace has, so that nobody counts them to show it.
create table lead_counts (
  workspace_id uuid primary key,
  leads bigint not null default 0,
  -- Grows with every change of a lead of the workspace: what was counted since is still true.
  changes bigint not null default 0
);
select tenant_table('lead_counts');

create table lead_provenance (
  workspace_id uuid not null,
  lead_id bigint not null,
  -- By field.
  provenance jsonb not null,
  primary key (workspace_id, lead_id),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
select tenant_table('lead_provenance');

-- All values of a lead in lower case, apart by a sign that is in none of them.
create table lead_texts (
  workspace_id uuid not null,
  lead_id bigint not null,
  text text not null,
  primary key (workspace_id, lead_id),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
select tenant_table('lead_texts');

create table job_log (
  workspace_id uuid not null,
  job_id uuid not null,
  id uuid not null,
  at timestamptz not null default now(),
  level text not null check (level in ('info', 'warning', 'error')),
  message text not null,
  details jsonb,
  primary key (workspace_id, job_id, id),
  foreign key (workspace_id, job_id) references jobs (workspace_id, id) on delete cascade
);
select tenant_table('job_log');

-- The leads of a job: what is still to be done, what came of each, and who works on it.
create table job_leads (
  workspace_id uuid not null,
  job_id uuid not null,
  lead_id bigint not null,
  -- The order in which they are worked on and shown.
  seq bigint not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'waiting', 'done')),
  outcome text,
  detail text,
  -- Fields of the lead that changed.
  fields text[] not null default '{}',
  steps jsonb not null default '[]',
  cost_micro bigint not null default 0,
  -- The worker that may make calls for it: one that lost its lease may not.
  taken_by uuid,
  updated_at timestamptz not null default now(),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
create index job_leads_in_order on job_leads (workspace_id, job_id, seq);
create index job_leads_of_lead on job_leads (workspace_id, lead_id);
alter table job_leads add primary key (workspace_id, job_id, lead_id);
select tenant_table('job_leads');

-- Filters over leads that people saved, for themselves or for all.
create table lead_filters (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  question jsonb not null,
  is_shared boolean not null default false,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A shared filter over leads can be locked, as a view can: its maker and admins change it, the others use it.
  is_locked boolean not null default false,
  primary key (workspace_id, id)
);
select tenant_table('lead_filters');

-- One company or person. Its values are those of its records; `winners` says whose value was chosen by hand, by field.
create table entities (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('company', 'person', 'row')),
  name text,
  -- For searches, in small letters.
  name_text text,
  winners jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index entities_by_name on entities (workspace_id, name_text text_pattern_ops);
alter table entities add primary key (workspace_id, id);
select tenant_table('entities');

-- What is compared: a lead, or a row of a workbook, in the normal form of its kind. `version` is that of the form.
create sequence entity_record_ids;
create table entity_records (
  workspace_id uuid not null,
  id bigint not null default nextval('entity_record_ids'),
  kind text not null,
  lead_id bigint,
  workbook_id uuid,
  row_id uuid,
  entity_id uuid,
  form jsonb not null,
  version int not null,
  keyed_at timestamptz not null default now(),
  -- The state of the row that the form was made of.
  row_updated_at timestamptz,
  -- What a record says: form, name and identifiers, so that a write of something else is no change.
  told int,
  primary key (workspace_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade,
  foreign key (workspace_id, entity_id) references entities (workspace_id, id) on delete cascade
);
create unique index entity_records_of_lead on entity_records (workspace_id, lead_id) where lead_id is not null;
create index entity_records_of_entity on entity_records (workspace_id, entity_id);
-- A row may be looked for as a company by one column and as a person by another.
create unique index entity_records_of_row on entity_records (workspace_id, workbook_id, row_id, kind) where row_id is not null;
select tenant_table('entity_records');

-- Blocking keys as numbers: only records that share one are compared.
create table entity_keys (
  workspace_id uuid not null,
  key bigint not null,
  record_id bigint not null,
  primary key (workspace_id, key, record_id),
  foreign key (workspace_id, record_id) references entity_records (workspace_id, id) on delete cascade
);
create index entity_keys_of_record on entity_keys (workspace_id, record_id);
select tenant_table('entity_keys');

-- Two records that may be the same. A rejected pair stays as the memory that the two are not to be joined.
create sequence entity_pair_ids;
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
  unique (workspace_id, left_id, right_id),
  foreign key (workspace_id, left_id) references entity_records (workspace_id, id) on delete cascade,
  foreign key (workspace_id, right_id) references entity_records (workspace_id, id) on delete cascade
);
create index entity_pairs_queue on entity_pairs (workspace_id, status, doubt, settles desc, id);
create index entity_pairs_of_right on entity_pairs (workspace_id, right_id);
alter table entity_pairs add primary key (workspace_id, id);
select tenant_table('entity_pairs');

-- Which records came into an entity from which other, so that a merge can be undone exactly.
create table entity_merges (
  workspace_id uuid not null,
  id uuid not null,
  entity_id uuid not null,
  absorbed jsonb not null,
  record_ids bigint[] not null,
  pair_id bigint,
  closed bigint[] not null default '{}'::bigint[],
  is_automatic boolean not null default false,
  user_id bigint,
  actor_name text,
  at timestamptz not null default now(),
  undone_at timestamptz
);
create index entity_merges_of_entity on entity_merges (workspace_id, entity_id, id);
alter table entity_merges add primary key (workspace_id, id);
select tenant_table('entity_merges');

-- What was learned, by kind and version; the newest is used.
create table entity_models (
  workspace_id uuid not null,
  kind text not null,
  version int not null,
  parameters jsonb not null,
  decisions int not null default 0,
  trained_at timestamptz not null default now(),
  primary key (workspace_id, kind, version)
);
select tenant_table('entity_models');

create table entity_settings (
  workspace_id uuid primary key,
  auto_merge boolean not null default false,
  merge_threshold real not null default 0.99,
  review_threshold real not null default 0.1
);
select tenant_table('entity_settings');

-- The key under which a workspace hashes what identifies people who were erased: hashes alone tell nothing without it.
create table erasure_keys (
  workspace_id uuid primary key,
  key bytea not null,
  made_at timestamptz not null default now()
);
select tenant_table('erasure_keys');

-- Keys under which a database that was replaced by a backup had hashed who was erased: its hashes are kept, and compared under them.
create table erasure_keys_kept (
  workspace_id uuid not null,
  key bytea not null,
  primary key (workspace_id, key)
);
select tenant_table('erasure_keys_kept');

-- Specializations that mean the same in a workspace, for similar leads: "Dentist" is "Zahnarzt".
--
-- Names of one `meaning` are synonyms. The form is that of leads (0268), in full here as it is there.
create table specialization_synonyms (
  workspace_id uuid not null,
  meaning int not null,
  place int not null,
  name text not null,
  form text generated always as (nullif(btrim(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(regexp_replace(normalize(lower(left(name, 200)), NFKD), '[\u0300-\u036f]', '', 'g'),
      '[\s!-/:-@\[-`{-~]+', ' ', 'g'),
      '([a-z]{2})ies\M', '\1y', 'g'), '(ch|sh|x|ss|zz)es\M', '\1', 'g'), '([a-z]{2}[^su ])s\M', '\1', 'g')), '')) stored,
  primary key (workspace_id, meaning, place)
);
create index specialization_synonyms_by_form on specialization_synonyms (workspace_id, form);
select tenant_table('specialization_synonyms');
