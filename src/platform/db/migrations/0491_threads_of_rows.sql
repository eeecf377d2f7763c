-- A lead that goes takes the threads at it along, in whatever workbook it was a row.
create index workbook_threads_of_row on workbook_threads (workspace_id, row_id);
