-- The pace and the places of a provider account, shared by all processes: whose time it is to call, and who may have how many calls under way.

-- Until `free_at` the time of the account is given away, stretch by stretch: in its stretch one process makes its calls, a gap apart.
create table provider_turns (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account text not null,
  free_at timestamptz not null,
  -- Which process has the last stretch, and when another one had asked before it.
  taken_by uuid not null,
  shared_at timestamptz,
  primary key (workspace_id, account)
) with (fillfactor = 50);

-- How many places each process has of an account that allows only so many calls at once; they are free again at `until`.
create table provider_places (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account text not null,
  worker_id uuid not null,
  places int not null,
  wanted int not null,
  until timestamptz not null,
  primary key (workspace_id, account, worker_id)
) with (fillfactor = 50);

do $$
declare t text;
begin
  foreach t in array array['provider_turns', 'provider_places'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
end $$;
