-- Which pieces of words the leads of a block have, so that a search or filter that few leads answer reads a few of them. Stored as it is: readers take out
-- eight bytes for each piece.
alter table lead_blocks add column pieces bytea, add column pieces_of bigint;
alter table lead_blocks alter column pieces set storage external;
