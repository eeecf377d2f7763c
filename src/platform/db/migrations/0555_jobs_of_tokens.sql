-- The API token that started a job or added a source: its budget counts what they spend in the background, too.
alter table jobs add column if not exists token_id text;
alter table jobs no force row level security;
update jobs set token_id = payload ->> 'token_id' where kind = 'leads.bulk_enrich' and payload ->> 'token_id' is not null;
alter table jobs force row level security;
alter table workbook_sources add column if not exists token_id text;
