-- What models cost in a workspace, as people enter it: vendors do not say it in their answers.

-- Micro-USD for a million tokens. A model without a row costs nobody knows what, unless it runs on a machine of one's own.
create table model_prices (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  model text not null,
  input_micro bigint not null check (input_micro >= 0),
  output_micro bigint not null check (output_micro >= 0),
  changed_at timestamptz not null default now(),
  primary key (workspace_id, model)
);

alter table model_prices enable row level security;
alter table model_prices force row level security;
create policy tenant on model_prices using (workspace_id = (select app_workspace()));
