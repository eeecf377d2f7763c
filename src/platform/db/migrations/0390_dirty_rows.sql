-- What follows a write is one table for all that follows: which rows a consumer has still to look at. First what is computed moves into it.
--
-- A process of the version before that is still running is refused what it would leave in the old table, and its write rolls back whole.
create table dirty_rows (
  workspace_id uuid not null,
  -- The workbook whose rows these are; of leads that belong to no workbook, the workspace.
  scope_id uuid not null,
  -- Such as `compute`; records/store/dirty-rows.jobs.ts lists them.
  consumer text not null,
  id uuid not null,
  -- Which rows: by id, every one between two positions, by a key that they have in `field`, or of these leads.
  row_ids uuid[],
  from_position double precision,
  to_position double precision,
  field text,
  keys text[],
  lead_ids bigint[],
  -- What was written of them; null: they came or went as a whole.
  columns text[],
  -- What only the consumer understands.
  detail jsonb,
  -- A user stopped the work, and these columns are not up to date by it.
  stopped text[],
  created_at timestamptz not null default now(),
  -- The one index, since every write fills it: it begins with what a consumer claims by, in the order of that.
  primary key (workspace_id, scope_id, consumer, id)
);
select tenant_table('dirty_rows');

-- An owner who is no superuser is bound by the rule of the workspaces too, and would move nothing.
alter table dirty_rows no force row level security;
alter table computed_work no force row level security;
insert into dirty_rows (workspace_id, scope_id, consumer, id, row_ids, from_position, to_position, field, keys, columns, detail, stopped, created_at)
  select workspace_id, workbook_id, 'compute', id, row_ids, from_position, to_position, field, keys, columns,
    case when gathered then '{"gathered": true}'::jsonb end, behind, created_at from computed_work;
alter table dirty_rows force row level security;
drop table computed_work;
