-- What changed in a row is told with the values of that change, and deliveries of one object leave one after the other.

-- By row: the values before and after, of the columns that differ. Null: rows were added or removed.
alter table row_changes add column values jsonb;

-- What a delivery is about, such as `row:…`; null: nothing that other deliveries are about too.
alter table webhook_deliveries add column object text;
create index webhook_deliveries_of_object on webhook_deliveries (workspace_id, endpoint_id, object, created_at, id)
  where state = 'pending' and object is not null;
