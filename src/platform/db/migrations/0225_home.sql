-- The start page: how far each member is with the tour, and indexes for what failed lately and what is paused.

create table tours (
  workspace_id uuid not null,
  user_id bigint not null,
  -- Where the tour is done; steps that leave traces are read from it.
  workbook_id uuid,
  estimated_at timestamptz,
  dismissed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
select tenant_table('tours');

create index runs_failed on runs (workspace_id, ended_at desc) where status in ('failed', 'budget_stopped');
create index jobs_failed on jobs (workspace_id, finished_at desc) where status = 'failed';
create index watches_halted on watches (workspace_id, id) where state <> 'active';
create index signals_new on signals (workspace_id, first_seen_at desc, id desc) where status = 'new';
create index automation_rules_stopped on automation_rules (workspace_id, id) where status = 'stopped';
