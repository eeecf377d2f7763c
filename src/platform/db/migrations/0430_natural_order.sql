-- Texts are ordered as people expect: é with e, Item 2 before Item 10. The rows of views are put in that order anew.
-- Deterministic, so that equal means equal and indexes may be unique. Without ICU the order is that of code points, which the service says at start.
do $$ begin
  create collation natural_order (provider = icu, locale = 'und-u-kn-true');
exception when feature_not_supported then
  create collation natural_order from "C";
end $$;

alter table view_indexes no force row level security;
insert into queue (id, workspace_id, kind, payload, max_attempts, lane)
  select gen_random_uuid(), workspace_id, 'workbook.view_indexes', jsonb_build_object('workbook_id', workbook_id), 20, 'long'
  from (select distinct workspace_id, workbook_id from view_indexes) i;
delete from view_indexes;
-- An index that is read from its end: the positions of its entries are turned over, so that equal rows stay in the order of the workbook.
alter table view_indexes add column is_backward boolean not null default false;
alter table view_indexes force row level security;

truncate view_entries;
drop index view_entries_order;
-- `key` is only written by processes of the version before; what they have placed is placed again.
alter table view_entries
  alter column key set default '',
  add column keys text[] collate natural_order not null default '{}',
  alter column keys set statistics 10;
create unique index view_entries_order on view_entries (workspace_id, index_id, keys, position, row_id);
create index view_entries_before on view_entries (workspace_id, index_id) where key <> '';
