-- Who is asking a question that may be billed: written with the reservation, so that of two processes that ask the same one waits for the other.

-- The attempt that asks. With `asked_at` it is asking since then; without, its vendor has promised the answer.
alter table lookup_cache add column asked_by uuid, add column asked_at timestamptz;
-- A question becomes its answer where it stands.
alter table lookup_cache set (fillfactor = 60);
