-- Workspaces that let in only logins with a second step: a password alone does not do.
alter table workspaces add column second_factor_required boolean not null default false;
