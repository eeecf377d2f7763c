-- Rows of a workbook that columns of others match with are kept as they are compared, beside the leads: in normal form with their blocking keys.

-- A row is no entity of its own.
alter table entity_records alter column entity_id drop not null;
-- The state of the row that the form was made of.
alter table entity_records add column row_updated_at timestamptz;
drop index entity_records_of_row;
-- A row may be looked for as a company by one column and as a person by another.
create unique index entity_records_of_row on entity_records (workspace_id, workbook_id, row_id, kind) where row_id is not null;
alter table entity_records add foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade;
