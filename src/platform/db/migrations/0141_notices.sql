-- Notices: what people of a workspace are told, how each of them wants to be told, and what has been sent.

create table notices (
  workspace_id uuid not null,
  user_id bigint not null,
  id uuid not null,
  topic text not null,
  severity text not null default 'info' check (severity in ('info', 'warning', 'error')),
  title text not null,
  text text not null default '',
  -- A path of the web app.
  link text,
  -- Two notices of one key are one.
  key text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Null while it has yet to be sent by that way; set as well when it never will be.
  mailed_at timestamptz,
  posted_at timestamptz,
  primary key (workspace_id, user_id, id)
);
create unique index notices_key on notices (workspace_id, user_id, key) where key is not null;
create index notices_unread on notices (workspace_id, user_id, id) where read_at is null;
create index notices_unmailed on notices (workspace_id, user_id, id) where mailed_at is null;
create index notices_unposted on notices (workspace_id, user_id, id) where posted_at is null;
create index notices_by_age on notices (created_at);

create table notice_preferences (
  workspace_id uuid not null,
  user_id bigint not null,
  -- By topic: false keeps it out of the inbox and everything else.
  topics jsonb not null default '{}',
  email text,
  email_when text not null default 'off' check (email_when in ('off', 'at_once', 'daily', 'weekly')),
  -- The address of a Slack-compatible webhook, sealed.
  chat_url bytea,
  chat_hint text,
  chat_when text not null default 'off' check (chat_when in ('off', 'at_once', 'daily', 'weekly')),
  time_zone text not null default 'UTC',
  -- Local times as HH:MM; both null: never quiet.
  quiet_from text,
  quiet_to text,
  digest_at text not null default '08:00',
  last_error text,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);

select tenant_table('notices', 'system');
select tenant_table('notice_preferences');
