-- Budgets of an ingest token count what columns that run by themselves ask for the rows that it brought, so what is left for them says
-- through which token it came. And a call under way says whose price it was reserved at, which may change before its answer comes.
alter table auto_run_work add column token_id text;
-- `workspace`, or null for the price of the catalogue.
alter table reservations add column price_basis text;
