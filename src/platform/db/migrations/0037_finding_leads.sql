-- What leads are looked for by stands in columns of its own, and whether any lead has changed can be asked.
--
-- Under row-level security an index of an expression is passed over: functions that may tell what they see (lower, left) are
-- not run before the rule has been asked, so leads_by_city was walked as a whole. Comparing a column with a text tells nothing.
alter table leads
  add column like_specialization text generated always as (lower(left(data ->> 'specialization', 200))) stored,
  add column like_city text generated always as (lower(left(data ->> 'city', 200))) stored,
  -- All text of the lead, as searches compare it: made once here instead of for every lead that a search looks at.
  add column text_of_all text generated always as (lower(data::text)) stored;
drop index leads_by_specialization;
drop index leads_by_city;
create index leads_like_specialization on leads (workspace_id, like_specialization) where like_specialization is not null;
create index leads_like_city on leads (workspace_id, like_city) where like_city is not null;

-- Grows with every change of a lead of the workspace: what was counted since is still true.
alter table lead_counts add column changes bigint not null default 0;
