-- Cells that say which lead or row of another workbook a row is become stale when what they were compared with changes.

-- By cell the numbers of what its row is known by: a lead or row that shares one was compared with it, or would be now.
-- `source_id` is the other workbook, null where the row was matched with leads.
create table matched_rows (
  workspace_id uuid not null,
  workbook_id uuid not null,
  column_id text not null,
  row_id uuid not null,
  source_id uuid,
  keys bigint[] not null,
  asked_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, workbook_id, column_id, row_id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
-- Numbers of leads (`source_id` null) or rows that came, changed or went; `changed_at`: a time by which that was committed.
create table moved_keys (
  workspace_id uuid not null,
  id uuid not null,
  source_id uuid,
  keys bigint[] not null,
  changed_at timestamptz,
  primary key (workspace_id, id)
);
-- What a record says: form, name and identifiers, so that a write of something else is no change.
alter table entity_records add column told int;
create index workbook_columns_that_match on workbook_columns (workspace_id) where type = 'match';

select tenant_table('matched_rows');
select tenant_table('moved_keys');

select set_config('app.system', 'on', true);
alter table workbooks no force row level security;
alter table workbook_columns no force row level security;
update workbooks w set follow = coalesce(w.follow, '{}') || '{"matched": true}' from workbook_columns c
where c.workspace_id = w.workspace_id and c.type = 'match' and c.config -> 'against' ->> 'workbook_id' = w.id::text;
alter table workbooks force row level security;
alter table workbook_columns force row level security;
select set_config('app.system', '', true);
