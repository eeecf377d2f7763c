-- Computing that somebody has stopped stays on record with the columns that are not up to date by it, until it goes on.
alter table computed_work add column behind text[];
