-- A run that is to end says so until its last call is booked, and only then is over: what ended never changes afterwards.
alter table runs add column ending text check (ending in ('done', 'done_with_errors', 'cancelled', 'failed', 'budget_stopped'));
alter table runs add column ending_error text;
create index runs_ending on runs (workspace_id, id) where ending is not null;
