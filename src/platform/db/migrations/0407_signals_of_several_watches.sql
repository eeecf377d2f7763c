-- What two watches see is one event with two subscribers: the watches that found a signal after the first, and the leads that it reaches.
create table signal_watches (
  workspace_id uuid not null,
  signal_id uuid not null,
  watch_id uuid not null,
  lead_id bigint,
  at timestamptz not null,
  primary key (workspace_id, signal_id, watch_id),
  foreign key (workspace_id, signal_id) references signals (workspace_id, id) on delete cascade,
  foreign key (workspace_id, watch_id) references watches (workspace_id, id) on delete cascade
);
create index signal_watches_of_watch on signal_watches (workspace_id, watch_id);
select tenant_table('signal_watches');

-- Beside the lead of the watch that found it first: those of other watches, and the company with its people.
create table signal_leads (
  workspace_id uuid not null,
  signal_id uuid not null,
  lead_id bigint not null,
  primary key (workspace_id, signal_id, lead_id),
  foreign key (workspace_id, signal_id) references signals (workspace_id, id) on delete cascade,
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
create index signal_leads_of_lead on signal_leads (workspace_id, lead_id);
select tenant_table('signal_leads');
