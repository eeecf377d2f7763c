-- What migrations 7 and 21 told the planner by example is told for good by db/statistics.ts: that a workbook holds a twentieth of its table.

-- They would only be found to be out of date: the columns they are about are no longer counted.
drop statistics if exists workbook_rows_place;
drop statistics if exists cells_place;
