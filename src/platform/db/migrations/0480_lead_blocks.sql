-- How many leads each 4,096 places of the lead store have and how often they changed, so that what is told of all leads is found out again only where some changed.
create table lead_blocks (
  workspace_id uuid not null,
  block int not null,
  -- Those that stand for themselves.
  leads int not null,
  -- Grows with every change of a lead in it.
  changes bigint not null,
  -- What they come to, and after how many changes that was true.
  stats jsonb,
  stats_of bigint,
  primary key (workspace_id, block)
);
select tenant_table('lead_blocks');

-- Changes that blocks were told of. Where there are more, as by a process of the version before, blocks are counted again when they are next read.
alter table lead_counts add column told bigint not null default -1;
