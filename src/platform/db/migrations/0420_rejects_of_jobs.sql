-- Jobs that bring records keep those that they refuse in one list: runs of sources, imports of leads and collections.

-- In the order in which runs of sources take them. The version before, while it still runs, puts such a run back into the queue.
lock table jobs, workbook_sources, source_rejects in share row exclusive mode;
alter table source_rejects no force row level security;
alter table jobs no force row level security;
delete from source_rejects r where not exists (select from jobs j where j.workspace_id = r.workspace_id and j.id = r.job_id);
alter table source_rejects rename to job_rejects;
alter table job_rejects drop constraint source_rejects_pkey;
alter table job_rejects add constraint job_rejects_pkey primary key (workspace_id, job_id, seq);
alter table job_rejects alter column source_id drop not null;
alter table job_rejects alter column record_id drop not null;
-- Where it stands in its file; null for a record of a source.
alter table job_rejects add column line int;
alter table job_rejects add constraint job_rejects_job_fkey foreign key (workspace_id, job_id) references jobs (workspace_id, id) on delete cascade;
create index job_rejects_of_source on job_rejects (workspace_id, source_id, job_id) where source_id is not null;
alter table job_rejects force row level security;
alter table jobs force row level security;
