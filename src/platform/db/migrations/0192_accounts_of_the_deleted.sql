-- Accounts that a directory made and deleted are locked from now on, and so are those that it deleted before.
alter table users no force row level security;
alter table memberships no force row level security;
alter table scim_users no force row level security;
update users u set is_active = false where u.provisioned_by is not null and u.role = 'user' and u.is_active
  and not exists (select from memberships m where m.user_id = u.id) and not exists (select from scim_users s where s.user_id = u.id);
alter table users force row level security;
alter table memberships force row level security;
alter table scim_users force row level security;
