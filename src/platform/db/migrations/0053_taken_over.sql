-- A worker that is gone may have left calls under way in any part of its run, for rows that rest since too: a run of which a part was
-- taken more than once says so, and its calls under way are looked for wherever it goes on.
alter table runs add column taken_over boolean not null default false;
alter table runs no force row level security;
alter table run_chunks no force row level security;
update runs r set taken_over = true where r.ended_at is null and exists (
  select from run_chunks c where c.workspace_id = r.workspace_id and c.run_id = r.id and c.leases > 1);
alter table runs force row level security;
alter table run_chunks force row level security;
