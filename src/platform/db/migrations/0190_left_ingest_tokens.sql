-- An ingest token is held by who made it or took it over. Since when nobody holds it: it ends a while after that.
alter table ingest_tokens add column left_at timestamptz;
