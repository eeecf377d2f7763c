-- Mailboxes, sequences, who is enrolled, what was sent and what came back, and who must not be written to.

create table outreach_settings (
  workspace_id uuid primary key,
  -- 32 random bytes under the key of the workspace: hashes of suppressions and signed links are made with it.
  sealed_key bytea not null,
  settings jsonb not null default '{}',
  -- What is done with leads of a country: allow, warn or block, by ISO code; `*` is for all others.
  country_rules jsonb not null default '{}',
  webhook_version int not null default 1,
  sealed_mailgun_key bytea,
  sendgrid_public_key text,
  sns_topic_arn text,
  updated_at timestamptz not null default now()
);
select tenant_table('outreach_settings');

create table mailboxes (
  workspace_id uuid not null,
  id uuid not null,
  -- The one that /smtp/config reads and writes.
  is_default boolean not null default false,
  email text,
  from_name text,
  settings jsonb not null default '{}',
  sealed_smtp_password bytea,
  sealed_imap_password bytea,
  sealed_dkim_key bytea,
  state text not null default 'active' check (state in ('active', 'paused', 'stopped')),
  -- Why it was stopped, and since when it may be tried again.
  state_reason text,
  state_at timestamptz,
  retry_at timestamptz,
  failures int not null default 0,
  last_error text,
  -- Not before: the gap to the message before has to pass.
  next_send_at timestamptz,
  -- The first message, from which the daily limit grows.
  ramp_from timestamptz,
  breaker_from timestamptz,
  imap_state jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index mailboxes_default on mailboxes (workspace_id) where is_default;
select tenant_table('mailboxes');

create table sequences (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'active', 'paused', 'archived')),
  pause_reason text,
  settings jsonb not null default '{}',
  steps jsonb not null default '[]',
  breaker_from timestamptz,
  user_id bigint,
  started_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
select tenant_table('sequences');

create table enrollments (
  workspace_id uuid not null,
  id uuid not null,
  sequence_id uuid not null,
  lead_id bigint not null,
  email text not null,
  domain text not null,
  address_hash bytea not null,
  status text not null default 'scheduled'
    check (status in ('scheduled', 'active', 'waiting', 'paused', 'replied', 'auto_replied', 'bounced', 'unsubscribed', 'complained',
      'completed', 'stopped', 'failed', 'blocked')),
  status_reason text,
  consent_source text not null default '',
  country text,
  warnings text[] not null default '{}',
  time_zone text,
  -- All messages of a thread leave from one mailbox.
  mailbox_id uuid,
  thread_subject text,
  thread_message_id text,
  last_message_id text,
  user_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, sequence_id) references sequences (workspace_id, id) on delete cascade,
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
create unique index enrollments_once on enrollments (workspace_id, sequence_id, lead_id);
create unique index enrollments_address_once on enrollments (workspace_id, sequence_id, email);
create index enrollments_of_lead on enrollments (workspace_id, lead_id);
create index enrollments_of_address on enrollments (workspace_id, address_hash);
create index enrollments_of_domain on enrollments (workspace_id, domain);
create index enrollments_listed on enrollments (workspace_id, sequence_id, status, id);
-- Those of a sequence, newest first.
create index enrollments_newest on enrollments (workspace_id, sequence_id, id);
select tenant_table('enrollments');

-- planned → reserved → sending → sent | failed | uncertain; also blocked, cancelled, awaiting_approval.
create table outbound_messages (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('step', 'task', 'answer')),
  sequence_id uuid,
  enrollment_id uuid,
  lead_id bigint,
  step_id text,
  step_number int not null default 0,
  variant_id text,
  mailbox_id uuid,
  address text not null,
  address_hash bytea not null,
  state text not null check (state in ('planned', 'awaiting_approval', 'reserved', 'sending', 'sent', 'failed', 'uncertain', 'cancelled',
      'blocked', 'open', 'done')),
  due_at timestamptz not null,
  -- A person looked at it, and it is not to be touched again: what was drafted by a model leaves in no other way.
  drafted_by text check (drafted_by in ('model', 'template', 'person')),
  approved_at timestamptz,
  approved_by bigint,
  evidence jsonb,
  subject text,
  body text,
  message_id text,
  token text,
  claim_id uuid,
  worker_id uuid,
  lease_until timestamptz,
  attempts int not null default 0,
  error_class text,
  error text,
  response text,
  sent_at timestamptz,
  ended_at timestamptz,
  bounced text check (bounced in ('hard', 'soft')),
  bounced_at timestamptz,
  complained_at timestamptz,
  replied_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  check ((drafted_by is distinct from 'model') or (approved_at is not null) or (state in ('awaiting_approval', 'cancelled', 'blocked'))),
  foreign key (workspace_id, enrollment_id) references enrollments (workspace_id, id) on delete cascade,
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
-- A step is sent to an enrolment once, whoever plans it.
create unique index outbound_step_once on outbound_messages (workspace_id, enrollment_id, step_id) where kind <> 'answer';
create index outbound_due on outbound_messages (workspace_id, due_at) where state = 'planned';
create index outbound_leased on outbound_messages (workspace_id, mailbox_id, lease_until) where state in ('reserved', 'sending');
create index outbound_of_address on outbound_messages (workspace_id, address_hash)
  where state in ('planned', 'awaiting_approval', 'reserved', 'open');
create index outbound_of_message on outbound_messages (workspace_id, message_id) where message_id is not null;
create index outbound_of_token on outbound_messages (workspace_id, token) where token is not null;
create index outbound_of_sequence on outbound_messages (workspace_id, sequence_id, sent_at);
create index outbound_of_mailbox on outbound_messages (workspace_id, mailbox_id, sent_at) where sent_at is not null;
create index outbound_by_state on outbound_messages (workspace_id, state, due_at, id)
  where state in ('awaiting_approval', 'uncertain', 'blocked', 'open', 'failed');
-- Messages that are due are taken in this order, answers first: a claim reads as many entries as it takes messages.
create index outbound_in_turn on outbound_messages (workspace_id, ((kind <> 'answer')), due_at, id) where state = 'planned';
create index outbound_waiting on outbound_messages (due_at) where state = 'planned';
select tenant_table('outbound_messages', 'system');

-- One line for each message that a mailbox sent or may have sent: limits by hour and day are counted here, whatever becomes of the message.
create table send_slots (
  workspace_id uuid not null,
  mailbox_id uuid not null,
  message_id uuid not null,
  sequence_id uuid,
  is_first boolean not null,
  -- Counted whatever the time, until the message has ended.
  is_open boolean not null default true,
  at timestamptz not null,
  primary key (workspace_id, message_id),
  foreign key (workspace_id, mailbox_id) references mailboxes (workspace_id, id) on delete cascade
);
create index send_slots_by_time on send_slots (workspace_id, mailbox_id, at);
create index send_slots_of_sequence on send_slots (workspace_id, sequence_id, at);
select tenant_table('send_slots', 'system');

create table suppressions (
  workspace_id uuid not null,
  id uuid not null,
  scope text not null check (scope in ('address', 'domain')),
  hash bytea not null,
  -- Null where only the hash may be kept, or is known.
  value text,
  reason text not null check (reason in ('unsubscribe', 'bounce', 'complaint', 'manual', 'erasure')),
  source text not null default '',
  note text,
  sequence_id uuid,
  message_id uuid,
  user_id bigint,
  created_at timestamptz not null default now()
);
create unique index suppressions_once on suppressions (workspace_id, scope, hash);
create index suppressions_by_value on suppressions (workspace_id, value text_pattern_ops);
alter table suppressions add primary key (workspace_id, id);
select tenant_table('suppressions');

create table inbound_messages (
  workspace_id uuid not null,
  id uuid not null,
  mailbox_id uuid not null,
  -- By Message-ID, or by a hash of the message where it has none: read twice, it is kept once.
  dedupe_key text not null,
  enrollment_id uuid,
  outbound_id uuid,
  lead_id bigint,
  kind text not null check (kind in ('reply', 'auto_reply', 'out_of_office', 'bounce', 'complaint')),
  class text not null
    check (class in ('interested', 'not_now', 'not_interested', 'wrong_person', 'unsubscribe', 'out_of_office', 'auto', 'other')),
  class_by text not null default 'rules' check (class_by in ('rules', 'model', 'person')),
  return_date date,
  from_address text not null default '',
  from_name text not null default '',
  subject text not null default '',
  text text not null default '',
  is_cut boolean not null default false,
  message_id text,
  received_at timestamptz not null,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, mailbox_id) references mailboxes (workspace_id, id) on delete cascade,
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
create unique index inbound_once on inbound_messages (workspace_id, mailbox_id, dedupe_key);
create index inbound_listed on inbound_messages (workspace_id, received_at, id);
create index inbound_of_enrollment on inbound_messages (workspace_id, enrollment_id, received_at);
select tenant_table('inbound_messages');

-- Events of mail services that were taken in: brought again, they change nothing.
create table bounce_events (
  workspace_id uuid not null,
  provider text not null,
  event_id text not null,
  at timestamptz not null default now(),
  primary key (workspace_id, provider, event_id)
);
select tenant_table('bounce_events', 'system');

-- Links in messages name their workspace by a random word, so that its id cannot be read in them. It is looked up before the workspace
-- is known.
create table outreach_link_names (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  name uuid not null default gen_random_uuid() unique
);
select local_table('outreach_link_names');
