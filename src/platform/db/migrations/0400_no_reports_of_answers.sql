-- Reports of odd answers are gone: the trace of a cell keeps request and response for as long as its attempt.
drop table drift_reports;
