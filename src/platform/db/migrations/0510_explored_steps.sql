-- What the calls of steps that went first so that more is known of them may cost in a run, in micro-USD by column; once the run has ended, what they cost.
-- Null: no step went first for that. A month's budget of a column is counted from it.
alter table runs add column explored jsonb;
create index runs_explored on runs (workspace_id, workbook_id, created_at) where explored is not null;
