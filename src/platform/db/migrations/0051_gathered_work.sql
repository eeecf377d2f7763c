-- Keys that were left in many small writes are worked through together: a line takes the others in once, before those are waited
-- for who still read what was there before, and none after that.
alter table computed_work add column gathered boolean not null default false;
