-- What calls to providers wait for: answers that were promised, rows that rest until then, providers that are not to be asked.

-- An answer that a vendor promised, by the attempt it was promised to. Looked after when `look_at` comes, under a lease.
create table awaited_answers (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  run_id uuid not null,
  row_id uuid not null,
  column_id text not null,
  step_id text not null,
  provider text not null,
  promise jsonb not null,
  cache_key text,
  asked_at timestamptz not null,
  deadline timestamptz not null,
  look_at timestamptz not null,
  looks int not null default 0,
  -- `expired` is past its deadline: what is brought afterwards is still read.
  state text not null default 'open' check (state in ('open', 'settled', 'expired')),
  -- What the vendor brought by itself, not read yet.
  brought jsonb,
  -- The columns of the row that the run left open, once it is through with the row; null before.
  open_columns text[],
  worker_id uuid,
  lease_until timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index awaited_answers_due on awaited_answers (look_at) where state = 'open';
create index awaited_answers_by_row on awaited_answers (workspace_id, run_id, row_id);

-- A chunk may hold rows that were worked on before and left columns open: by row id, which ones. It is due at `not_before`.
alter table run_chunks add column resting jsonb;
alter table run_chunks add column not_before timestamptz;
-- How often its rows were put off.
alter table run_chunks add column rests int not null default 0;

-- A provider account that is not to be asked for the time being; one without a row is well.
create table provider_health (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account text not null,
  kind text not null check (kind in ('throttled', 'circuit_open')),
  reason text,
  detail text not null,
  opened_at timestamptz not null default now(),
  -- How often it stayed closed after a trial.
  trials int not null default 0,
  -- Null: until the key changes.
  until timestamptz,
  -- Somebody is trying whether it is well again.
  trial_until timestamptz,
  primary key (workspace_id, account)
);

do $$
declare t text;
begin
  foreach t in array array['provider_health'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
  foreach t in array array['awaited_answers'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I using (workspace_id = (select app_workspace()) or (select app_is_system()))', t);
  end loop;
end $$;
