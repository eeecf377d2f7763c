-- The next run to serve is found by steps: the next workspace that has an active run, and of it the run that was served longest ago.
drop index runs_active;
create index runs_active on runs (workspace_id, last_served_at nulls first, created_at) where status in ('queued', 'running');
-- An older run of the same workbook goes first, where the two share a column; runs that are over are not looked at.
create index runs_active_of_workbook on runs (workspace_id, workbook_id, created_at) where status in ('queued', 'running');
