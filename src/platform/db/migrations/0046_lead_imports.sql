-- Imports of leads are on record, also those that broke off, so that each can be found again and taken back.
create table lead_imports (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  file_name text not null,
  created int not null default 0,
  updated int not null default 0,
  user_id bigint,
  actor_name text,
  at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (workspace_id, id)
);
alter table lead_imports enable row level security;
alter table lead_imports force row level security;
create policy tenant on lead_imports using (workspace_id = (select app_workspace()));
