-- Whether a source turned out right about a field of a lead, and by what: another source that agrees, a person's edit, a bounce. The newest of each
-- source; how far a source is believed is counted from these.
create table source_evidence (
  workspace_id uuid not null,
  lead_id bigint not null,
  field text not null,
  provider text not null,
  holds boolean not null,
  because text not null,
  at timestamptz not null default now(),
  primary key (workspace_id, lead_id, field, provider),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
create index source_evidence_newest on source_evidence (workspace_id, field, provider, at desc);
select tenant_table('source_evidence');
