-- What callers have used up of their limits is in one table: failed logins are leaky buckets in it, which expire when they are empty. A transaction of
-- a workspace sees none of it. login_throttle is empty from here on: the version before still counts there while it runs, so a later one drops it.

alter table rate_windows enable row level security;
alter table rate_windows force row level security;
create policy control on rate_windows using ((select app_is_control()));
create policy system on rate_windows using ((select app_is_system()));
delete from login_throttle;
