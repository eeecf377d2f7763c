-- Rows are recognised by several columns together, and what is done to every row of a workbook outlives a process.

-- The identity of a workbook becomes a list of columns; plans of imports keep theirs in the same form.
do $$
declare w uuid;
begin
  for w in select id from workspaces loop
    perform set_config('app.workspace_id', w::text, true);
    update workbooks set identity = jsonb_build_object('parts', jsonb_build_array(identity))
      where workspace_id = w and identity ? 'column_id';
    update imports set plan = jsonb_set(plan, '{identity}', jsonb_build_object('parts', jsonb_build_array(plan -> 'identity')))
      where workspace_id = w and plan -> 'identity' ? 'column_id';
  end loop;
  perform set_config('app.workspace_id', '', true);
end $$;

-- A walk over the rows of a workbook in their order, in short stretches: everything up to `after_position` is done.
create table row_walks (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id uuid not null,
  kind text not null,
  detail jsonb not null default '{}',
  after_position double precision,
  done int not null default 0,
  created_at timestamptz not null default now(),
  primary key (workspace_id, workbook_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);

alter table row_walks enable row level security;
alter table row_walks force row level security;
create policy tenant on row_walks using (workspace_id = (select app_workspace()));
