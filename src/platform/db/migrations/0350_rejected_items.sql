-- Items of a function call whose values do not fit are answered one by one instead of refusing all: why, by their place in the request.
alter table function_calls add column rejects jsonb not null default '{}';
