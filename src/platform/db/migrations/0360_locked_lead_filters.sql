-- A shared filter over leads can be locked, as a view can: its maker and admins change it, the others use it.
alter table lead_filters add column is_locked boolean not null default false;
