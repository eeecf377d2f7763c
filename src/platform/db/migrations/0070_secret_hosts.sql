-- A secret goes only where an admin allowed it: hosts it may be sent to, and columns (workbook/column) that may use it; null is every column.
alter table integration_values add column hosts text[] not null default '{}';
alter table integration_values add column columns text[];
