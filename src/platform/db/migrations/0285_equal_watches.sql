-- A watch that is there is found by what it watches, and a group counts the leads that other watches cover.
-- A target may be longer than an entry of an index.
create index watches_by_target on watches (workspace_id, kind, md5(target));
alter table watch_groups add column watched_elsewhere int not null default 0;
