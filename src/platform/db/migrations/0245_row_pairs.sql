-- Duplicates inside a workbook as matching finds them: pairs of rows with what speaks for them, and what people decided of them.

create sequence row_pair_ids;

-- Two rows that may be the same. Whether a pending pair is shown follows from whether both rows are there: a merge takes one
-- away, and its undo brings the pair back. A rejected pair is the memory that the two are not to be merged.
create table row_pairs (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id bigint not null default nextval('row_pair_ids'),
  left_id uuid not null,
  right_id uuid not null,
  weight real not null,
  probability real not null,
  -- By compared column its agreement and weight; the relation that the two may have instead. No values.
  evidence jsonb not null,
  -- Columns with an equal value of the strongest kind, such as an e-mail address.
  strong text[] not null default '{}',
  -- The strong values that brought back a pair that had been rejected.
  reopened text[],
  status text not null default 'pending' check (status in ('pending', 'merged', 'rejected')),
  -- Of a merged pair the row that stayed.
  kept_id uuid,
  scan_id uuid,
  decided_by bigint,
  decided_name text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, workbook_id, id),
  unique (workspace_id, workbook_id, left_id, right_id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index row_pairs_by_weight on row_pairs (workspace_id, workbook_id, status, weight desc, id);

-- The last scan of each workbook.
create table row_scans (
  workspace_id uuid not null,
  workbook_id uuid not null,
  job_id uuid not null,
  rows int not null,
  -- The workbook has no more rows than were compared.
  complete boolean not null,
  column_ids text[] not null,
  at timestamptz not null default now(),
  primary key (workspace_id, workbook_id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);

select tenant_table('row_pairs');
select tenant_table('row_scans');
