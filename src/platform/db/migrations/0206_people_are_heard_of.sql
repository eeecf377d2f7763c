-- Tells every process when something changed by which people are let in, whoever changed it and however: what processes remember of
-- people must not outlive it. A repeated notice of one transaction goes out once. A login that goes on (`generation`) changes nothing.
create function tell_of_person() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    perform pg_notify('millrace_people', coalesce(new.id, old.id)::text);
  else
    perform pg_notify('millrace_people', coalesce(new.user_id, old.user_id)::text);
  end if;
  return null;
end $$;

create trigger tell_of_person after update or delete on users for each row execute function tell_of_person();
create trigger tell_of_person after insert or update or delete on memberships for each row execute function tell_of_person();
create trigger tell_of_person after insert or delete or update of revoked_at on session_families
  for each row execute function tell_of_person();
