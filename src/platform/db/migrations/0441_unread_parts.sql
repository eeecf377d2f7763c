-- A watch of a company reads several things; it says which of them the last poll could not read, and why.
alter table watches add column unread jsonb not null default '[]';
