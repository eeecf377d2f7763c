-- A lead of a job may wait for an answer that a vendor promised for later: the job rests until then.

alter table job_leads drop constraint job_leads_status_check;
alter table job_leads add constraint job_leads_status_check check (status in ('pending', 'running', 'waiting', 'done'));
