-- A watch says what it leaves out by itself, and why its next poll was put off, so that neither has to be guessed.
alter table watches add column ignores jsonb not null default '[]';
alter table watches add column put_off text;
