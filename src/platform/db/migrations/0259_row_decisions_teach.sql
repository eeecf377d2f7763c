-- Decisions about pairs of rows teach the matching of their workbook.

-- Of a merged pair: a person looked at it. False where it was merged with all that were likely enough.
alter table row_pairs add column is_reviewed boolean not null default false;
-- Decisions that the last scan learned from.
alter table row_scans add column decisions int not null default 0;
