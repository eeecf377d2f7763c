-- An entity is a group of leads. No row of a workbook has ever been one, nor has a pair of leads been of a workbook. While the version before still
-- runs, it writes no new pairs of leads: its jobs fail, and come again.

alter table entity_pairs drop column workbook_id;
alter table entities drop constraint entities_kind_check;
alter table entities add constraint entities_kind_check check (kind in ('company', 'person'));
