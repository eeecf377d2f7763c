-- Whether a lead was enrolled although its address is unverified: who was enrolled before there was the question is mailed as planned.
alter table enrollments add column if not exists include_unverified boolean not null default true;
alter table enrollments alter column include_unverified set default false;
