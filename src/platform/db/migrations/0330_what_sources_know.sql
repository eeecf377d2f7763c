-- What the last whole run of a source saw: its fields, so that one which disappears or appears is told, and the validators of its document, so that an unchanged one is not fetched again.
alter table workbook_sources add column known_fields jsonb, add column validators jsonb;
