-- What vendors reported is remembered, so that the next calls are reserved and estimated at it; a reservation says how far it covers a report.
create table reported_costs (
  workspace_id uuid not null,
  lookup text not null,
  day date not null,
  -- The highest report of the day, as a multiple of the price that held.
  units double precision not null,
  -- Calls that cost something.
  calls int not null,
  primary key (workspace_id, lookup, day)
);
select tenant_table('reported_costs');
-- How many times its most is kept free for a call whose vendor reports its cost; null for calls that cannot cost more than is reserved.
alter table reservations add column cover smallint;
create index reservations_covered on reservations (workspace_id) where cover is not null;
