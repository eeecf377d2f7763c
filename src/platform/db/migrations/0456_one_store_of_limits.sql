-- What callers have used up of their limits is in one table: failed logins are leaky buckets in it, which expire when they are empty.

-- The version before, while it still runs, refuses passwords; who is logged in stays so.
drop table login_throttle;
