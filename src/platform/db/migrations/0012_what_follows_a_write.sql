-- What follows a write by itself: formulas and lookups that read what was written, here and in other workbooks.

-- Who has to be told of a write, by what they are; null while nobody has, so that writing to a plain workbook costs nothing.
alter table workbooks add column follow jsonb;

-- What a write left for the background: rows by id, by stretch of positions or by key, and the columns that changed.
-- `columns` null: all of them. A stretch moves its beginning along as it is worked through, so nothing is lost with a
-- process.
create table computed_work (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  columns text[],
  row_ids uuid[],
  from_position double precision,
  to_position double precision,
  -- Rows whose `field` in match_keys has one of these keys.
  field text,
  keys text[],
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index computed_work_open on computed_work (workspace_id, workbook_id, id);

-- Which rows have which key, for the columns by which workbooks look each other up; `field` is the column and how its
-- values are compared, such as `c3:domain`.
create table match_keys (
  workspace_id uuid not null,
  workbook_id uuid not null,
  field text not null,
  key text not null,
  position double precision not null,
  row_id uuid not null
);
create index match_keys_by_key on match_keys (workspace_id, workbook_id, field, key, position);
alter table match_keys add primary key (workspace_id, workbook_id, row_id, field);

-- Which column looks up which other workbook.
create table workbook_links (
  workspace_id uuid not null,
  workbook_id uuid not null,
  column_id text not null,
  source_id uuid not null,
  primary key (workspace_id, workbook_id, column_id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index workbook_links_by_source on workbook_links (workspace_id, source_id);

do $$
declare t text;
begin
  foreach t in array array['computed_work', 'match_keys', 'workbook_links'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
end $$;
