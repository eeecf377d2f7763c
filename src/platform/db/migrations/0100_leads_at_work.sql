-- Leads at work: what jobs did to which lead, values that were passed over, scores with their parts, saved filters, refresh policies.

-- The leads of a job: what is still to be done, what came of each, and who works on it.
create table job_leads (
  workspace_id uuid not null,
  job_id uuid not null,
  lead_id bigint not null,
  -- The order in which they are worked on and shown.
  seq bigint not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'done')),
  outcome text,
  detail text,
  -- Fields of the lead that changed.
  fields text[] not null default '{}',
  steps jsonb not null default '[]',
  cost_micro bigint not null default 0,
  -- The worker that may make calls for it: one that lost its lease may not.
  taken_by uuid,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, job_id, lead_id),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
create index job_leads_in_order on job_leads (workspace_id, job_id, seq);
create index job_leads_of_lead on job_leads (workspace_id, lead_id);
select tenant_table('job_leads');

-- Values that were found for a lead and that it does not show: the newest of each source, with why.
create table lead_claims (
  workspace_id uuid not null,
  lead_id bigint not null,
  field text not null,
  provider text not null,
  value jsonb not null,
  provenance jsonb not null,
  reason text not null,
  source jsonb not null,
  at timestamptz not null default now(),
  primary key (workspace_id, lead_id, field, provider),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
select tenant_table('lead_claims');

-- Fit and intent of a lead, apart, with their parts. Beside the lead, so that questions about all leads have little to read.
create table lead_scores (
  workspace_id uuid not null,
  lead_id bigint not null,
  fit smallint not null,
  intent smallint not null,
  score smallint not null,
  tier text not null,
  parts jsonb not null,
  -- Of the rules it was computed by.
  version int not null,
  scored_at timestamptz not null default now(),
  primary key (workspace_id, lead_id),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
select tenant_table('lead_scores');

-- What leads did or what was seen of them, that says how ready they are to buy.
create table lead_intents (
  workspace_id uuid not null,
  lead_id bigint not null,
  id uuid not null,
  kind text not null,
  strength smallint not null check (strength between 0 and 100),
  note text,
  evidence_url text,
  -- What must not count twice.
  dedupe_key text not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, lead_id, id),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
create unique index lead_intents_once on lead_intents (workspace_id, lead_id, kind, dedupe_key);
select tenant_table('lead_intents');

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
  primary key (workspace_id, id)
);
select tenant_table('lead_filters');

-- What is refreshed by itself: the lead store (`leads`) or a workbook (its id), with when it last was and what came of it.
create table refresh_policies (
  workspace_id uuid not null,
  subject text not null,
  policy jsonb not null,
  last_at timestamptz,
  last_result jsonb,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, subject)
);
select tenant_table('refresh_policies');

-- The company of a person and the people of a company are found by domain: that of the lead, else that of its address. A column of
-- its own, since under row-level security an index of an expression is passed over.
alter table leads add column site_domain text
  generated always as (lower(coalesce(data ->> 'domain', nullif(split_part(data ->> 'email', '@', 2), '')))) stored;
create index leads_by_site_domain on leads (workspace_id, site_domain) where site_domain is not null;
