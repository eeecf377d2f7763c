-- How providers were used, day by day, counted as attempts are settled: nobody has to read millions of attempts to know, and what
-- is known outlives them.

-- Several lanes a day, so that workers of one workspace seldom wait for each other to count; readers add them up.
create table lookup_usage (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  day date not null,
  provider text not null,
  lane smallint not null,
  calls bigint not null default 0,
  hits bigint not null default 0,
  misses bigint not null default 0,
  errors bigint not null default 0,
  -- Questions answered from the cache, without a call.
  cached bigint not null default 0,
  cost_micro bigint not null default 0,
  -- Calls whose price is not known, which is not the same as free.
  unpriced bigint not null default 0,
  primary key (workspace_id, day, provider, lane)
) with (fillfactor = 70);

insert into lookup_usage (workspace_id, day, provider, lane, calls, hits, misses, errors, cached, cost_micro, unpriced)
select a.workspace_id, (a.started_at at time zone 'UTC')::date, a.provider, 0, count(*) filter (where not a.cached),
  count(*) filter (where not a.cached and a.outcome = 'found'), count(*) filter (where not a.cached and a.outcome = 'not_found'),
  count(*) filter (where not a.cached and a.outcome is distinct from 'found' and a.outcome is distinct from 'not_found'),
  count(*) filter (where a.cached), coalesce(sum(a.cost_micro) filter (where not a.cached), 0),
  count(*) filter (where not a.cached and a.cost_micro is null)
from attempts a join workspaces w on w.id = a.workspace_id
where a.state <> 'reserved' and a.outcome is distinct from 'skipped'
group by 1, 2, 3;

alter table lookup_usage enable row level security;
alter table lookup_usage force row level security;
create policy tenant on lookup_usage using (workspace_id = (select app_workspace()));
