// The types of all tables. Generated from a migrated database by `npm run generate:tables`; do not edit.

import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Int8 = ColumnType<number, bigint | number | string, bigint | number | string>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<string, number | string, number | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AssistantConversations {
  created_at: Generated<Timestamp>;
  id: string;
  model: string | null;
  title: string;
  updated_at: Generated<Timestamp>;
  user_id: Int8;
  workbook_id: string | null;
  workspace_id: string;
}

export interface AssistantMessages {
  content: Json;
  conversation_id: string;
  created_at: Generated<Timestamp>;
  id: string;
  kind: string;
  seq: number;
  workspace_id: string;
}

export interface AssistantPlans {
  approved_at: Timestamp | null;
  approved_by: Int8 | null;
  autopilot: Generated<boolean>;
  conversation_id: string;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  error: string | null;
  expected_usd: Numeric | null;
  grant_terms: Json | null;
  id: string;
  results: Generated<Json>;
  spent_usd: Generated<Numeric>;
  status: Generated<string>;
  steps: Json;
  stop_requested_at: Timestamp | null;
  title: string;
  undone_at: Timestamp | null;
  user_id: Int8;
  workspace_id: string;
}

export interface Attempts {
  answer: Json | null;
  cached: Generated<boolean>;
  column_id: string;
  confidence: number | null;
  cost_micro: Int8 | null;
  detail: string | null;
  duration_ms: number | null;
  id: string;
  outcome: string | null;
  provider: string;
  reason: string | null;
  request: Json | null;
  response: Json | null;
  row_id: string;
  run_id: string | null;
  started_at: Generated<Timestamp>;
  state: string;
  step_id: string;
  workbook_id: string;
  workspace_id: string;
}

export interface AuditLog {
  act: string;
  actor_kind: string;
  actor_name: string | null;
  actor_token_id: string | null;
  actor_user_id: Int8 | null;
  after: Json | null;
  before: Json | null;
  id: string;
  ip: string | null;
  object_id: string | null;
  object_name: string | null;
  object_type: string | null;
  request_id: string | null;
  ts: Generated<Timestamp>;
  workspace_id: string;
}

export interface AutomationCauses {
  created_at: Generated<Timestamp>;
  depth: number;
  id: string;
  run_id: string;
  workspace_id: string;
}

export interface AutomationKeys {
  created_at: Generated<Timestamp>;
  key: string;
  position: number;
  run_id: string;
  workspace_id: string;
}

export interface AutomationRules {
  actions: Json;
  active_since: Generated<Timestamp>;
  checked: Generated<Int8>;
  column_names: Generated<Json>;
  condition: Json | null;
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  description: Generated<string>;
  failures: Generated<number>;
  id: string;
  last_matched_at: Timestamp | null;
  limits: Json;
  matched: Generated<Int8>;
  name: string;
  status: Generated<string>;
  status_reason: string | null;
  trigger: Json;
  trigger_kind: string;
  updated_at: Generated<Timestamp>;
  watch_id: string | null;
  workspace_id: string;
}

export interface AutomationRuns {
  actor_user_id: Int8 | null;
  attempts: Generated<number>;
  caused_by: string | null;
  cost_micro: Generated<Int8>;
  created_at: Generated<Timestamp>;
  depth: Generated<number>;
  ended_at: Timestamp | null;
  error: string | null;
  event_key: string;
  facts: Json;
  id: string;
  is_manual: Generated<boolean>;
  lease_until: Timestamp | null;
  next_at: Generated<Timestamp>;
  object: string;
  occurred_at: Timestamp;
  reason: string | null;
  rule_id: string;
  started_at: Timestamp | null;
  status: Generated<string>;
  title: Generated<string>;
  workspace_id: string;
}

export interface AutomationSteps {
  attempts: Generated<number>;
  awaits: string | null;
  cost_micro: Generated<Int8>;
  ended_at: Timestamp | null;
  error: string | null;
  input: Json | null;
  kind: string;
  output: Json | null;
  position: number;
  reserved_micro: Generated<Int8>;
  run_id: string;
  started_at: Timestamp | null;
  status: Generated<string>;
  workspace_id: string;
}

export interface AutoRuns {
  armed_at: Generated<Timestamp>;
  armed_by: Int8 | null;
  column_id: string;
  disarmed_because: string | null;
  max_micro_per_day: Int8;
  stopped_on: Timestamp | null;
  workbook_id: string;
  workspace_id: string;
}

export interface AutoRunWork {
  column_id: string;
  created_at: Generated<Timestamp>;
  from_position: number | null;
  id: string;
  mode: string;
  row_ids: string[] | null;
  run_id: string | null;
  to_position: number | null;
  token_id: string | null;
  workbook_id: string;
  workspace_id: string;
}

export interface AwaitedAnswers {
  asked_at: Timestamp;
  brought: Json | null;
  cache_key: string | null;
  column_id: string;
  deadline: Timestamp;
  id: string;
  lease_until: Timestamp | null;
  look_at: Timestamp;
  looks: Generated<number>;
  open_columns: string[] | null;
  promise: Json;
  provider: string;
  row_id: string;
  run_id: string;
  state: Generated<string>;
  step_id: string;
  workbook_id: string;
  worker_id: string | null;
  workspace_id: string;
}

export interface BounceEvents {
  at: Generated<Timestamp>;
  event_id: string;
  provider: string;
  workspace_id: string;
}

export interface Budgets {
  allow_unknown_prices: Generated<boolean>;
  created_at: Generated<Timestamp>;
  id: string;
  is_hard: boolean;
  limit_micro: Int8;
  period: string;
  scope: string;
  subject: Generated<string>;
  updated_at: Generated<Timestamp>;
  workspace_id: string;
}

export interface BudgetUse {
  budget_id: string;
  reserved_micro: Generated<Int8>;
  span: string;
  spent_micro: Generated<Int8>;
  told: Generated<number>;
  uncertain_micro: Generated<Int8>;
  workspace_id: string;
}

export interface CellEvidence {
  column_id: string;
  evidence: Json;
  row_id: string;
  run_id: string;
  workbook_id: string;
  workspace_id: string;
}

export interface Cells {
  column_id: string;
  confidence: number | null;
  cost_micro: Generated<Int8 | null>;
  detail: string | null;
  error_class: string | null;
  error_message: string | null;
  license: string | null;
  provenance: Json | null;
  provider: string | null;
  reason: string | null;
  resume_at: Timestamp | null;
  row_id: string;
  run_id: string | null;
  status: string;
  updated_at: Generated<Timestamp>;
  value: Json | null;
  workbook_id: string;
  workspace_id: string;
}

export interface CellVersions {
  cells_after: Json | null;
  cells_before: Json | null;
  change_id: string;
  input_after: Json | null;
  input_before: Json | null;
  row_id: string;
  skipped: string[] | null;
  workbook_id: string;
  workspace_id: string;
}

export interface Changes {
  actor: Json | null;
  counts: Generated<Json>;
  created_at: Generated<Timestamp>;
  detail: Generated<Json>;
  flip: Json | null;
  flip_id: string | null;
  flip_user_id: Int8 | null;
  flipped_at: Timestamp | null;
  id: string;
  kind: string;
  label: string | null;
  state: Generated<string>;
  user_id: Int8 | null;
  workbook_id: string;
  workspace_id: string;
}

export interface ColumnTests {
  column_id: string;
  created_at: Generated<Timestamp>;
  expected: Json;
  id: string;
  result: Json | null;
  result_before: Json | null;
  row_id: string | null;
  values: Json;
  workbook_id: string;
  workspace_id: string;
}

export interface CommitMarks {
  mark: number;
}

export interface ComputedWork {
  behind: string[] | null;
  columns: string[] | null;
  created_at: Generated<Timestamp>;
  field: string | null;
  from_position: number | null;
  gathered: Generated<boolean>;
  id: string;
  keys: string[] | null;
  row_ids: string[] | null;
  to_position: number | null;
  workbook_id: string;
  workspace_id: string;
}

export interface DistributionKeys {
  definition: string;
  name: string;
  table_name: string;
}

export interface DriftReports {
  asked_at: Timestamp;
  attempt_id: string;
  column_id: string;
  detail: string | null;
  id: string;
  note: Generated<string>;
  outcome: string | null;
  provider: string;
  reason: string | null;
  reported_at: Generated<Timestamp>;
  reported_by: Int8 | null;
  request: Json | null;
  response: Json | null;
  row_id: string;
  workbook_id: string;
  workspace_id: string;
}

export interface Enrollments {
  address_hash: Buffer;
  consent_source: Generated<string>;
  country: string | null;
  created_at: Generated<Timestamp>;
  domain: string;
  email: string;
  ended_at: Timestamp | null;
  id: string;
  last_message_id: string | null;
  lead_id: Int8;
  mailbox_id: string | null;
  sequence_id: string;
  status: Generated<string>;
  status_reason: string | null;
  thread_message_id: string | null;
  thread_subject: string | null;
  time_zone: string | null;
  updated_at: Generated<Timestamp>;
  user_id: Int8 | null;
  warnings: Generated<string[]>;
  workspace_id: string;
}

export interface Entities {
  created_at: Generated<Timestamp>;
  id: string;
  kind: string;
  name: string | null;
  name_text: string | null;
  updated_at: Generated<Timestamp>;
  winners: Generated<Json>;
  workspace_id: string;
}

export interface EntityKeys {
  key: Int8;
  record_id: Int8;
  workspace_id: string;
}

export interface EntityMerges {
  absorbed: Json;
  actor_name: string | null;
  at: Generated<Timestamp>;
  closed: Generated<ArrayType<Int8>>;
  entity_id: string;
  id: string;
  is_automatic: Generated<boolean>;
  pair_id: Int8 | null;
  record_ids: ArrayType<Int8>;
  undone_at: Timestamp | null;
  user_id: Int8 | null;
  workspace_id: string;
}

export interface EntityModels {
  decisions: Generated<number>;
  kind: string;
  parameters: Json;
  trained_at: Generated<Timestamp>;
  version: number;
  workspace_id: string;
}

export interface EntityPairs {
  by_hand: Generated<boolean>;
  created_at: Generated<Timestamp>;
  decided_at: Timestamp | null;
  decided_by: Int8 | null;
  decided_name: string | null;
  doubt: number;
  evidence: Json;
  id: Generated<Int8>;
  kind: string;
  left_id: Int8;
  merge_id: string | null;
  probability: number;
  reopened: string[] | null;
  right_id: Int8;
  scan_id: string | null;
  settles: Generated<number>;
  status: Generated<string>;
  strong: Generated<string[]>;
  weight: number;
  workbook_id: string | null;
  workspace_id: string;
}

export interface EntityRecords {
  entity_id: string | null;
  form: Json;
  id: Generated<Int8>;
  keyed_at: Generated<Timestamp>;
  kind: string;
  lead_id: Int8 | null;
  row_id: string | null;
  row_updated_at: Timestamp | null;
  told: number | null;
  version: number;
  workbook_id: string | null;
  workspace_id: string;
}

export interface EntitySettings {
  auto_merge: Generated<boolean>;
  merge_threshold: Generated<number>;
  review_threshold: Generated<number>;
  workspace_id: string;
}

export interface ErasureKeys {
  key: Buffer;
  made_at: Generated<Timestamp>;
  workspace_id: string;
}

export interface ErasureKeysKept {
  key: Buffer;
  workspace_id: string;
}

export interface EventCursors {
  name: string;
  position: Int8;
  updated_at: Generated<Timestamp>;
}

export interface Events {
  id: Int8;
  payload: Json;
  ts: Timestamp;
  type: string;
  workspace_id: string;
}

export interface Exports {
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  done: Generated<number>;
  error: string | null;
  file_name: string;
  file_size: Generated<Int8>;
  format: string;
  id: string;
  state: string;
  total: number | null;
  updated_at: Generated<Timestamp>;
  wanted: Json;
  withheld: Generated<Int8>;
  workbook_id: string;
  workspace_id: string;
}

export interface FetchedDocuments {
  body: Buffer;
  body_hash: string;
  changed_at: Timestamp;
  checked_at: Timestamp;
  fetched_at: Timestamp;
  headers: Json;
  status: number;
  truncated: boolean;
  url: string;
  url_hash: Buffer;
}

export interface FunctionCalls {
  actor_name: string | null;
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  function_id: string;
  id: string;
  max_usd: Numeric | null;
  row_ids: Json;
  run_id: string | null;
  version: number;
  workbook_id: string;
  workspace_id: string;
}

export interface Functions {
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  description: Generated<string>;
  id: string;
  name: string;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  workspace_id: string;
}

export interface FunctionUses {
  columns: Json;
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  follows: boolean;
  function_id: string;
  id: string;
  mapping: Json;
  problem: string | null;
  version: number;
  workbook_id: string;
  workspace_id: string;
}

export interface FunctionVersions {
  columns: Json;
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  function_id: string;
  inputs: Json;
  note: Generated<string>;
  outputs: Json;
  version: number;
  workbook_id: string | null;
  workspace_id: string;
}

export interface IdempotencyKeys {
  body: string | null;
  created_at: Generated<Timestamp>;
  fingerprint: Buffer;
  key: string;
  lease_until: Timestamp;
  route: string;
  status: number | null;
  worker_id: string;
  workspace_id: string;
}

export interface IdempotencyKeysOfPeople {
  body: string | null;
  created_at: Generated<Timestamp>;
  fingerprint: Buffer;
  key: string;
  lease_until: Timestamp;
  route: string;
  status: number | null;
  user_id: Int8;
  worker_id: string;
}

export interface ImportKeys {
  import_id: string;
  key: string;
  row_id: string;
  workspace_id: string;
}

export interface ImportRows {
  data: Json | null;
  import_id: string;
  key: string | null;
  line: number;
  outcome: string;
  place: number | null;
  reason: string | null;
  row_id: string | null;
  seen_at: Timestamp | null;
  seq: number;
  workspace_id: string;
  writes: Generated<boolean>;
}

export interface Imports {
  actor: Json | null;
  created_at: Generated<Timestamp>;
  done: Generated<number>;
  error: string | null;
  file_name: Generated<string>;
  file_size: Generated<Int8>;
  first_position: number | null;
  id: string;
  names: Json | null;
  options: Generated<Json>;
  plan: Json | null;
  result: Json | null;
  state: string;
  total: number | null;
  updated_at: Generated<Timestamp>;
  workbook_id: string;
  workspace_id: string;
}

export interface InboundMessages {
  class: string;
  class_by: Generated<string>;
  created_at: Generated<Timestamp>;
  dedupe_key: string;
  enrollment_id: string | null;
  from_address: Generated<string>;
  from_name: Generated<string>;
  id: string;
  is_cut: Generated<boolean>;
  kind: string;
  lead_id: Int8 | null;
  mailbox_id: string;
  message_id: string | null;
  outbound_id: string | null;
  read_at: Timestamp | null;
  received_at: Timestamp;
  return_date: Timestamp | null;
  subject: Generated<string>;
  text: Generated<string>;
  workspace_id: string;
}

export interface IncomingHooks {
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  enabled: Generated<boolean>;
  header: string | null;
  id: string;
  last_received_at: Timestamp | null;
  name: string;
  received: Generated<number>;
  secret: Buffer | null;
  token: Buffer;
  token_hash: Buffer;
  verify: Generated<string>;
  workspace_id: string;
}

export interface IncomingPayloads {
  body: Json;
  content_type: string | null;
  headers: Generated<Json>;
  hook_id: string;
  id: string;
  message_id: string | null;
  received_at: Generated<Timestamp>;
  workspace_id: string;
}

export interface IngestTokens {
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  hash: Buffer;
  hint: string;
  id: string;
  last_used_at: Timestamp | null;
  left_at: Timestamp | null;
  unknown_keys: string;
  workbook_id: string;
  workspace_id: string;
}

export interface IntegrationTests {
  integration_id: string;
  latency_ms: number;
  ok: boolean;
  tested_at: Timestamp;
  words: string;
  workspace_id: string;
}

export interface IntegrationValues {
  columns: string[] | null;
  field: string;
  hosts: Generated<string[]>;
  integration_id: string;
  sealed: Buffer;
  updated_at: Generated<Timestamp>;
  workspace_id: string;
}

export interface Invitations {
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  expires_at: Timestamp;
  id: string;
  role: string;
  token_hash: Buffer;
  workspace_id: string;
}

export interface JobLeads {
  cost_micro: Generated<Int8>;
  detail: string | null;
  fields: Generated<string[]>;
  job_id: string;
  lead_id: Int8;
  outcome: string | null;
  seq: Int8;
  status: Generated<string>;
  steps: Generated<Json>;
  taken_by: string | null;
  updated_at: Generated<Timestamp>;
  workspace_id: string;
}

export interface JobLog {
  at: Generated<Timestamp>;
  details: Json | null;
  id: string;
  job_id: string;
  level: string;
  message: string;
  workspace_id: string;
}

export interface Jobs {
  actor_name: string | null;
  cancel_requested_at: Timestamp | null;
  checkpoint: Json | null;
  counts: Generated<Json>;
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  done: Generated<Int8>;
  error: string | null;
  finished_at: Timestamp | null;
  id: string;
  kind: string;
  lease: string | null;
  message: string | null;
  payload: Json;
  result: Json | null;
  started_at: Timestamp | null;
  status: Generated<string>;
  subject: Generated<Json>;
  title: string;
  total: Int8 | null;
  workspace_id: string;
}

export interface LeadChanges {
  actor_name: string | null;
  at: Generated<Timestamp>;
  fields: Generated<Json>;
  id: string;
  kind: string;
  lead_id: Int8;
  note: string | null;
  source: Json;
  user_id: Int8 | null;
  workspace_id: string;
}

export interface LeadClaims {
  at: Generated<Timestamp>;
  field: string;
  lead_id: Int8;
  provenance: Json;
  provider: string;
  reason: string;
  source: Json;
  value: Json;
  workspace_id: string;
}

export interface LeadCounts {
  changes: Generated<Int8>;
  leads: Generated<Int8>;
  workspace_id: string;
}

export interface LeadFilters {
  created_at: Generated<Timestamp>;
  id: string;
  is_shared: Generated<boolean>;
  name: string;
  question: Json;
  updated_at: Generated<Timestamp>;
  user_id: Int8;
  workspace_id: string;
}

export interface LeadImports {
  actor_name: string | null;
  at: Generated<Timestamp>;
  created: Generated<number>;
  file_name: string;
  id: string;
  undone_at: Timestamp | null;
  updated: Generated<number>;
  user_id: Int8 | null;
  workspace_id: string;
}

export interface LeadIntents {
  created_at: Generated<Timestamp>;
  dedupe_key: string;
  evidence_url: string | null;
  id: string;
  kind: string;
  lead_id: Int8;
  note: string | null;
  occurred_at: Timestamp;
  strength: number;
  workspace_id: string;
}

export interface LeadKeys {
  key: string;
  lead_id: Int8;
  workspace_id: string;
}

export interface LeadMatchWork {
  lead_id: Int8;
  workspace_id: string;
}

export interface LeadProvenance {
  lead_id: Int8;
  provenance: Json;
  workspace_id: string;
}

export interface Leads {
  created_at: Generated<Timestamp>;
  data: Generated<Json>;
  id: Generated<Int8>;
  like_city: Generated<string | null>;
  like_specialization: Generated<string | null>;
  position: Generated<number>;
  provenance: Generated<Json>;
  row_id: Generated<string>;
  site_domain: Generated<string | null>;
  source: Json | null;
  text_of_all: string | null;
  updated_at: Generated<Timestamp>;
  workspace_id: string;
}

export interface LeadScores {
  fit: number;
  intent: number;
  lead_id: Int8;
  parts: Json;
  score: number;
  scored_at: Generated<Timestamp>;
  tier: string;
  version: number;
  workspace_id: string;
}

export interface LeadSuppressions {
  erased_at: Generated<Timestamp>;
  key_hash: Buffer;
  workspace_id: string;
}

export interface LeadTexts {
  lead_id: Int8;
  text: string;
  workspace_id: string;
}

export interface LeadWork {
  columns: string[] | null;
  created_at: Generated<Timestamp>;
  fields: string[] | null;
  from_position: number | null;
  id: string;
  lead_ids: ArrayType<Int8> | null;
  row_ids: string[] | null;
  to_position: number | null;
  workbook_id: string;
  workspace_id: string;
}

export interface LedgerLines {
  amount_micro: Int8 | null;
  at: Timestamp;
  basis: string | null;
  column_id: string | null;
  id: string;
  lookup: string;
  price_micro: Int8 | null;
  provider: string;
  reserved_micro: Int8 | null;
  row_id: string | null;
  rule: string;
  run_id: string | null;
  state: string;
  token_id: string | null;
  user_id: Int8 | null;
  workbook_id: string | null;
  workspace_id: string;
}

export interface LoginChallenges {
  expires_at: Timestamp;
  failures: Generated<number>;
  hash: Buffer;
  password_hash: string;
  user_id: Int8;
}

export interface LoginThrottle {
  empty_at: Timestamp;
  key: Buffer;
}

export interface LookupCache {
  asked_at: Timestamp | null;
  asked_by: string | null;
  cost_micro: Generated<Int8>;
  expires_at: Timestamp;
  fetched_at: Generated<Timestamp>;
  key: Buffer;
  outcome: Json;
  provider: string;
  workspace_id: string;
}

export interface LookupPrices {
  changed_at: Generated<Timestamp>;
  changed_by: Int8 | null;
  lookup: string;
  price_micro: Int8;
  rule: string | null;
  workspace_id: string;
}

export interface LookupUsage {
  cached: Generated<Int8>;
  calls: Generated<Int8>;
  cost_micro: Generated<Int8>;
  day: Timestamp;
  errors: Generated<Int8>;
  hits: Generated<Int8>;
  lane: number;
  misses: Generated<Int8>;
  provider: string;
  unpriced: Generated<Int8>;
  workspace_id: string;
}

export interface Mailboxes {
  breaker_from: Timestamp | null;
  created_at: Generated<Timestamp>;
  email: string | null;
  failures: Generated<number>;
  from_name: string | null;
  id: string;
  imap_state: Generated<Json>;
  is_default: Generated<boolean>;
  last_error: string | null;
  next_send_at: Timestamp | null;
  ramp_from: Timestamp | null;
  retry_at: Timestamp | null;
  sealed_dkim_key: Buffer | null;
  sealed_imap_password: Buffer | null;
  sealed_smtp_password: Buffer | null;
  settings: Generated<Json>;
  state: Generated<string>;
  state_at: Timestamp | null;
  state_reason: string | null;
  updated_at: Generated<Timestamp>;
  workspace_id: string;
}

export interface MasterKey {
  current_by_previous: Buffer | null;
  current_id: Buffer;
  only_row: Generated<boolean>;
  previous_by_current: Buffer | null;
  previous_id: Buffer | null;
  updated_at: Generated<Timestamp>;
}

export interface MatchedRows {
  asked_at: Generated<Timestamp>;
  column_id: string;
  keys: ArrayType<Int8>;
  row_id: string;
  source_id: string | null;
  workbook_id: string;
  workspace_id: string;
}

export interface MatchKeys {
  field: string;
  key: string;
  position: number;
  row_id: string;
  workbook_id: string;
  workspace_id: string;
}

export interface McpTokens {
  capabilities: string[];
  client_id: string | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp | null;
  hash: Buffer;
  id: string;
  last_used_at: Timestamp | null;
  name: string;
  prefix: string;
  renewable_until: Timestamp | null;
  revoked_at: Timestamp | null;
  user_id: Int8;
  user_name: string;
  workspace_id: string;
}

export interface Memberships {
  created_at: Generated<Timestamp>;
  role: string;
  user_id: Int8;
  workspace_id: string;
}

export interface ModelPrices {
  changed_at: Generated<Timestamp>;
  input_micro: Int8;
  model: string;
  output_micro: Int8;
  workspace_id: string;
}

export interface MovedKeys {
  changed_at: Timestamp | null;
  id: string;
  keys: ArrayType<Int8>;
  source_id: string | null;
  workspace_id: string;
}

export interface NoticePreferences {
  chat_hint: string | null;
  chat_url: Buffer | null;
  chat_when: Generated<string>;
  digest_at: Generated<string>;
  email: string | null;
  email_when: Generated<string>;
  last_error: string | null;
  quiet_from: string | null;
  quiet_to: string | null;
  time_zone: Generated<string>;
  topics: Generated<Json>;
  updated_at: Generated<Timestamp>;
  user_id: Int8;
  workspace_id: string;
}

export interface Notices {
  created_at: Generated<Timestamp>;
  id: string;
  key: string | null;
  link: string | null;
  mailed_at: Timestamp | null;
  posted_at: Timestamp | null;
  read_at: Timestamp | null;
  severity: Generated<string>;
  text: Generated<string>;
  title: string;
  topic: string;
  user_id: Int8;
  workspace_id: string;
}

export interface OauthClients {
  created_at: Generated<Timestamp>;
  id: string;
  last_used_at: Timestamp | null;
  name: string;
  redirect_uris: string[];
  uri: string | null;
}

export interface OauthCodes {
  capabilities: string[];
  client_id: string;
  code_challenge: string;
  expires_at: Timestamp;
  hash: Buffer;
  redirect_uri: string;
  token_id: string | null;
  user_id: Int8;
  workspace_id: string;
}

export interface OauthRefreshTokens {
  client_id: string;
  expires_at: Timestamp;
  hash: Buffer;
  token_id: string;
  used_at: Timestamp | null;
  workspace_id: string;
}

export interface OutboundMessages {
  address: string;
  address_hash: Buffer;
  approved_at: Timestamp | null;
  approved_by: Int8 | null;
  attempts: Generated<number>;
  body: string | null;
  bounced: string | null;
  bounced_at: Timestamp | null;
  claim_id: string | null;
  complained_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  drafted_by: string | null;
  due_at: Timestamp;
  ended_at: Timestamp | null;
  enrollment_id: string | null;
  error: string | null;
  error_class: string | null;
  evidence: Json | null;
  id: string;
  kind: string;
  lead_id: Int8 | null;
  lease_until: Timestamp | null;
  mailbox_id: string | null;
  message_id: string | null;
  replied_at: Timestamp | null;
  response: string | null;
  sent_at: Timestamp | null;
  sequence_id: string | null;
  state: string;
  step_id: string | null;
  step_number: Generated<number>;
  subject: string | null;
  token: string | null;
  unsubscribed_at: Timestamp | null;
  variant_id: string | null;
  worker_id: string | null;
  workspace_id: string;
}

export interface Outbox {
  created_at: Generated<Timestamp>;
  payload: Json;
  seq: Generated<Int8>;
  type: string;
  workspace_id: string;
}

export interface OutreachSettings {
  country_rules: Generated<Json>;
  sealed_key: Buffer;
  sealed_mailgun_key: Buffer | null;
  sendgrid_public_key: string | null;
  settings: Generated<Json>;
  sns_topic_arn: string | null;
  updated_at: Generated<Timestamp>;
  webhook_version: Generated<number>;
  workspace_id: string;
}

export interface OwnProviders {
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  definition: Json;
  id: string;
  name: string;
  updated_at: Generated<Timestamp>;
  updated_by: Int8 | null;
  version: Generated<number>;
  workspace_id: string;
}

export interface PageCache {
  expires_at: Timestamp;
  fetched_at: Generated<Timestamp>;
  page: Json;
  url: string;
  url_hash: Buffer;
  workspace_id: string;
}

export interface PasskeyChallenges {
  expires_at: Timestamp;
  hash: Buffer;
  user_id: Int8 | null;
}

export interface Passkeys {
  backed_up: boolean;
  counter: Int8;
  created_at: Generated<Timestamp>;
  credential_id: string;
  id: string;
  last_used_at: Timestamp | null;
  name: string;
  public_key: Buffer;
  transports: Generated<string[]>;
  user_id: Int8;
}

export interface PolledHosts {
  holder: string | null;
  host: string;
  lease_until: Timestamp;
  next_at: Timestamp;
}

export interface ProviderHealth {
  account: string;
  detail: string;
  kind: string;
  opened_at: Generated<Timestamp>;
  reason: string | null;
  trial_until: Timestamp | null;
  trials: Generated<number>;
  until: Timestamp | null;
  workspace_id: string;
}

export interface ProviderPlaces {
  account: string;
  places: number;
  until: Timestamp;
  wanted: number;
  worker_id: string;
  workspace_id: string;
}

export interface ProviderTurns {
  account: string;
  free_at: Timestamp;
  shared_at: Timestamp | null;
  taken_by: string;
  workspace_id: string;
}

export interface Queue {
  attempts: Generated<number>;
  cancel_requested: Generated<boolean>;
  created_at: Generated<Timestamp>;
  id: string;
  key: string | null;
  kind: string;
  lane: Generated<string>;
  last_error: string | null;
  lease_until: Timestamp | null;
  max_attempts: Generated<number>;
  payload: Json;
  run_at: Generated<Timestamp>;
  state: Generated<string>;
  visible: Generated<boolean>;
  worker_id: string | null;
  workspace_id: string | null;
}

export interface RateWindows {
  expires_at: Timestamp;
  hits: number[];
  key: string;
}

export interface Recipes {
  category: string;
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  definition: Json;
  name: string;
  purpose: string;
  sample_rows: Generated<Json>;
  slug: string;
  workspace_id: string;
}

export interface RecoveryCodes {
  created_at: Generated<Timestamp>;
  hash: Buffer;
  used_at: Timestamp | null;
  user_id: Int8;
}

export interface RefreshPolicies {
  last_at: Timestamp | null;
  last_result: Json | null;
  policy: Json;
  subject: string;
  updated_at: Generated<Timestamp>;
  workspace_id: string;
}

export interface Reservations {
  at: Timestamp;
  column_id: string | null;
  id: string;
  lookup: string;
  price_basis: string | null;
  price_micro: Int8 | null;
  provider: string;
  reserved_micro: Int8 | null;
  row_id: string | null;
  rule: string;
  run_id: string | null;
  step_id: string | null;
  token_id: string | null;
  user_id: Int8 | null;
  workbook_id: string | null;
  workspace_id: string;
}

export interface RowChanges {
  at: Generated<Timestamp>;
  cause: Json | null;
  columns: string[] | null;
  from_position: number | null;
  id: string;
  row_ids: string[] | null;
  run_id: string | null;
  to_position: number | null;
  workbook_id: string;
  workspace_id: string;
}

export interface RowPairs {
  created_at: Generated<Timestamp>;
  decided_at: Timestamp | null;
  decided_by: Int8 | null;
  decided_name: string | null;
  evidence: Json;
  id: Generated<Int8>;
  is_reviewed: Generated<boolean>;
  kept_id: string | null;
  left_id: string;
  probability: number;
  reopened: string[] | null;
  right_id: string;
  scan_id: string | null;
  status: Generated<string>;
  strong: Generated<string[]>;
  weight: number;
  workbook_id: string;
  workspace_id: string;
}

export interface RowScans {
  at: Generated<Timestamp>;
  column_ids: string[];
  complete: boolean;
  decisions: Generated<number>;
  job_id: string;
  rows: number;
  workbook_id: string;
  workspace_id: string;
}

export interface RowWalks {
  after_position: number | null;
  created_at: Generated<Timestamp>;
  detail: Generated<Json>;
  done: Generated<number>;
  id: string;
  kind: string;
  workbook_id: string;
  workspace_id: string;
}

export interface RunChunks {
  from_position: number;
  lease_until: Timestamp | null;
  leases: Generated<number>;
  not_before: Timestamp | null;
  resting: Json | null;
  rests: Generated<number>;
  row_ids: string[] | null;
  run_id: string;
  seq: number;
  state: Generated<string>;
  to_position: number;
  worker_id: string | null;
  workspace_id: string;
}

export interface Runs {
  active_ms: Generated<Int8>;
  actor_token_id: string | null;
  actor_user_id: Int8 | null;
  auto_column: string | null;
  cells: number;
  column_ids: string[];
  cost_micro: Generated<Int8>;
  counts: Generated<Json>;
  created_at: Generated<Timestamp>;
  done: Generated<number>;
  ended_at: Timestamp | null;
  ending: string | null;
  ending_error: string | null;
  error: string | null;
  estimate: Json | null;
  id: string;
  last_served_at: Timestamp | null;
  max_micro: Int8 | null;
  max_position: number;
  mode: string;
  rows: number;
  scope: Json;
  started_at: Timestamp | null;
  status: string;
  taken_over: Generated<boolean>;
  workbook_id: string;
  workspace_id: string;
}

export interface Schedules {
  created_at: Generated<Timestamp>;
  cron: string | null;
  every_seconds: number | null;
  id: string;
  jitter_seconds: Generated<number>;
  kind: string;
  lane: Generated<string>;
  last_at: Timestamp | null;
  max_attempts: Generated<number>;
  next_at: Timestamp;
  paused: Generated<boolean>;
  payload: Json;
  subject: string;
  time_zone: Generated<string>;
  workspace_id: string | null;
}

export interface SchemaMigrations {
  applied_at: Generated<Timestamp>;
  checksum: string;
  name: string;
  number: number;
}

export interface ScimGroupMembers {
  group_id: string;
  scim_user_id: string;
  workspace_id: string;
}

export interface ScimGroups {
  attributes: Json;
  created_at: Generated<Timestamp>;
  display_name_key: string;
  external_id: string | null;
  id: string;
  role: string | null;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  workspace_id: string;
}

export interface ScimTokens {
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  expires_at: Timestamp | null;
  hash: Buffer;
  hint: string;
  id: string;
  last_used_at: Timestamp | null;
  name: string;
  workspace_id: string;
}

export interface ScimUsers {
  attributes: Json;
  created_at: Generated<Timestamp>;
  email_keys: Generated<string[]>;
  external_id: string | null;
  id: string;
  role_when_closed: string | null;
  updated_at: Generated<Timestamp>;
  user_id: Int8;
  user_name_key: string;
  version: Generated<number>;
  workspace_id: string;
}

export interface SendSlots {
  at: Timestamp;
  is_first: boolean;
  is_open: Generated<boolean>;
  mailbox_id: string;
  message_id: string;
  sequence_id: string | null;
  workspace_id: string;
}

export interface Sequences {
  breaker_from: Timestamp | null;
  created_at: Generated<Timestamp>;
  id: string;
  name: string;
  pause_reason: string | null;
  settings: Generated<Json>;
  started_at: Timestamp | null;
  status: Generated<string>;
  steps: Generated<Json>;
  updated_at: Generated<Timestamp>;
  user_id: Int8 | null;
  workspace_id: string;
}

export interface SessionFamilies {
  created_at: Generated<Timestamp>;
  ends_at: Timestamp;
  expires_at: Timestamp;
  generation: Generated<number>;
  id: string;
  ip: string | null;
  method: Generated<string>;
  provider_id: string | null;
  revoked_at: Timestamp | null;
  revoked_reason: string | null;
  rotated_at: Generated<Timestamp>;
  user_agent: string | null;
  user_id: Int8;
}

export interface Signals {
  after: Json | null;
  before: Json | null;
  company: string | null;
  dedupe_key: string;
  details: Generated<Json>;
  entity_id: string | null;
  evidence_url: string | null;
  first_seen_at: Timestamp;
  id: string;
  lead_id: Int8 | null;
  novelty: number;
  occurred_at: Timestamp;
  provenance: Generated<Json>;
  quote: string | null;
  snoozed_until: Timestamp | null;
  status: Generated<string>;
  status_at: Timestamp | null;
  status_by: Int8 | null;
  strength: number;
  summary: string;
  title: string;
  type: string;
  watch_id: string | null;
  workspace_id: string;
}

export interface SignalScanLeads {
  created_at: Generated<Timestamp>;
  error: string | null;
  is_done: Generated<boolean>;
  lead_id: Int8;
  scan_id: string;
  signals: Generated<number>;
  target: string;
  workspace_id: string;
}

export interface SourceRejects {
  job_id: string;
  reason: string;
  record: Json;
  record_id: string;
  seq: number;
  source_id: string;
  workspace_id: string;
}

export interface SourceRows {
  made: boolean;
  record_key: string;
  row_id: string | null;
  seen_by: string;
  source_id: string;
  workspace_id: string;
}

export interface SpecializationSynonyms {
  form: Generated<string | null>;
  meaning: number;
  name: string;
  place: number;
  workspace_id: string;
}

export interface SsoDomains {
  created_at: Generated<Timestamp>;
  domain: string;
  enforced: Generated<boolean>;
  token: string;
  verified_at: Timestamp | null;
  workspace_id: string;
}

export interface SsoLogins {
  browser_hash: Buffer;
  expires_at: Timestamp;
  link_user_id: Int8 | null;
  next: string | null;
  nonce: string;
  provider_id: string;
  redirect_uri: string;
  state_hash: Buffer;
  verifier: string;
  workspace_id: string;
}

export interface SsoProviders {
  client_id: string | null;
  created_at: Generated<Timestamp>;
  default_role: Generated<string>;
  enabled: Generated<boolean>;
  id: string;
  issuer: string;
  listed: Generated<boolean>;
  makes_accounts: Generated<boolean>;
  name: string;
  secret: Buffer | null;
  updated_at: Generated<Timestamp>;
  workspace_id: string;
}

export interface StoredChunks {
  bytes: Buffer;
  file_id: string;
  seq: number;
  workspace_id: string;
}

export interface StreamTickets {
  ends_at: Timestamp;
  expires_at: Timestamp;
  family: string;
  hash: Buffer;
  token_version: number;
  user_id: Int8;
}

export interface Suppressions {
  created_at: Generated<Timestamp>;
  hash: Buffer;
  id: string;
  message_id: string | null;
  note: string | null;
  reason: string;
  scope: string;
  sequence_id: string | null;
  source: Generated<string>;
  user_id: Int8 | null;
  value: string | null;
  workspace_id: string;
}

export interface Tours {
  dismissed_at: Timestamp | null;
  estimated_at: Timestamp | null;
  updated_at: Generated<Timestamp>;
  user_id: Int8;
  workbook_id: string | null;
  workspace_id: string;
}

export interface TrashedRows {
  cells: Json | null;
  change_id: string;
  created_at: Timestamp;
  data: Json | null;
  identity_key: string | null;
  lead_id: Int8 | null;
  made_by: string | null;
  position: number;
  row_id: string;
  source: Json | null;
  updated_at: Timestamp;
  workbook_id: string;
  workspace_id: string;
}

export interface UserIdentities {
  created_at: Generated<Timestamp>;
  email: string | null;
  id: string;
  issuer: string;
  last_login_at: Timestamp | null;
  provider_id: string;
  subject: string;
  user_id: Int8;
  workspace_id: string;
}

export interface Users {
  active_workspace_id: string | null;
  created_at: Generated<Timestamp>;
  id: Generated<Int8>;
  is_active: Generated<boolean>;
  last_login: Timestamp | null;
  password_hash: string;
  profile_image: string | null;
  provisioned_by: string | null;
  role: Generated<string>;
  token_version: Generated<number>;
  username: string;
}

export interface UserTotp {
  confirmed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  last_step: Generated<Int8>;
  sealed: Buffer;
  user_id: Int8;
}

export interface ViewEntries {
  index_id: string;
  key: Buffer;
  position: number;
  row_id: string;
  workbook_id: string;
  workspace_id: string;
}

export interface ViewIndexes {
  filter: Json | null;
  from_position: number | null;
  id: string;
  question: string;
  sorts: Json;
  to_position: number | null;
  used_at: Generated<Timestamp>;
  workbook_id: string;
  workspace_id: string;
}

export interface Watches {
  baseline_at: Timestamp | null;
  config: Generated<Json>;
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  enabled: Generated<boolean>;
  failures: Generated<number>;
  group_id: string | null;
  id: string;
  kind: string;
  last_changed_at: Timestamp | null;
  last_error: string | null;
  last_polled_at: Timestamp | null;
  lead_id: Int8 | null;
  name: string | null;
  poll_interval: Generated<string>;
  quiet_polls: Generated<number>;
  signal_types: string[] | null;
  state: Generated<string>;
  target: string;
  updated_at: Generated<Timestamp>;
  webhook_rule_id: string | null;
  workspace_id: string;
}

export interface WatchGroups {
  config: Generated<Json>;
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  enabled: Generated<boolean>;
  id: string;
  kind: string;
  last_error: string | null;
  last_synced_at: Timestamp | null;
  name: string;
  poll_interval: Generated<string>;
  signal_types: string[] | null;
  source: Json;
  watched_elsewhere: Generated<number>;
  watches: Generated<number>;
  without_target: Generated<number>;
  workspace_id: string;
}

export interface WatchPolls {
  cause: string;
  changes: Generated<Json>;
  error: string | null;
  finished_at: Timestamp | null;
  id: string;
  not_modified: Generated<number>;
  outcome: string;
  requests: Generated<number>;
  seen: Generated<Json>;
  shared: Generated<number>;
  signals: Generated<number>;
  started_at: Timestamp;
  watch_id: string;
  workspace_id: string;
}

export interface WatchStates {
  settled: string | null;
  state: Json;
  updated_at: Generated<Timestamp>;
  watch_id: string;
  workspace_id: string;
}

export interface WatchTexts {
  at: Timestamp;
  id: string;
  text: string;
  url: string;
  watch_id: string;
  workspace_id: string;
}

export interface WebhookAttempts {
  answer: string | null;
  at: Generated<Timestamp>;
  delivery_id: string;
  duration_ms: number;
  error: string | null;
  n: number;
  status: number | null;
  workspace_id: string;
}

export interface WebhookDeliveries {
  attempts: Generated<number>;
  body: string;
  created_at: Generated<Timestamp>;
  delivered_at: Timestamp | null;
  endpoint_id: string;
  give_up_at: Timestamp;
  id: string;
  last_error: string | null;
  last_status: number | null;
  lease_until: Timestamp | null;
  next_at: Timestamp | null;
  source: Generated<Json>;
  state: Generated<string>;
  type: string;
  workspace_id: string;
}

export interface WebhookEndpoints {
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  disabled_reason: string | null;
  enabled: Generated<boolean>;
  failing_since: Timestamp | null;
  failures: Generated<number>;
  id: string;
  last_success_at: Timestamp | null;
  name: string;
  old_secret: Buffer | null;
  old_secret_until: Timestamp | null;
  origin: Generated<string>;
  rest_until: Timestamp | null;
  secret: Buffer | null;
  secret_hint: string | null;
  secret_ref: string | null;
  updated_at: Generated<Timestamp>;
  url: string;
  workspace_id: string;
}

export interface WorkbookColumnCounts {
  cells: Generated<Int8>;
  column_id: string;
  status: string;
  workbook_id: string;
  workspace_id: string;
}

export interface WorkbookColumns {
  config: Generated<Json>;
  created_at: Generated<Timestamp>;
  hidden: Generated<boolean>;
  id: string;
  name: string;
  ordinal: number;
  pinned: Generated<boolean>;
  type: string;
  updated_at: Generated<Timestamp>;
  width: number | null;
  workbook_id: string;
  workspace_id: string;
}

export interface WorkbookLinks {
  column_id: string;
  source_id: string;
  workbook_id: string;
  workspace_id: string;
}

export interface WorkbookRowBlocks {
  block: number;
  rows: number;
  workbook_id: string;
  workspace_id: string;
}

export interface WorkbookRows {
  created_at: Generated<Timestamp>;
  data: Generated<Json>;
  id: string;
  identity_key: string | null;
  lead_id: Int8 | null;
  made_by: string | null;
  position: number;
  source: Json | null;
  updated_at: Generated<Timestamp>;
  workbook_id: string;
  workspace_id: string;
}

export interface Workbooks {
  completed_rows: Generated<number>;
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  deleted_at: Timestamp | null;
  description: Generated<string>;
  follow: Json | null;
  id: string;
  identity: Json | null;
  leads_from: Json | null;
  name: string;
  next_column: Generated<number>;
  next_position: Generated<Int8>;
  removed_columns: Generated<string[]>;
  source_type: Generated<string>;
  status: Generated<string>;
  sync_to_leads: Generated<boolean>;
  total_rows: Generated<number>;
  updated_at: Generated<Timestamp>;
  workspace_id: string;
}

export interface WorkbookSources {
  adapter: string;
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  enabled: Generated<boolean>;
  existing: string;
  id: string;
  last_job_id: string | null;
  mapping: Json;
  max_rows: number;
  mode: string;
  name: string;
  schedule: Json | null;
  settings: Json;
  since: string | null;
  updated_at: Generated<Timestamp>;
  workbook_id: string;
  workspace_id: string;
}

export interface WorkbookViews {
  config: Generated<Json>;
  created_at: Generated<Timestamp>;
  id: string;
  made_by: Int8 | null;
  name: string;
  scope: string;
  updated_at: Generated<Timestamp>;
  workbook_id: string;
  workspace_id: string;
}

export interface WorkspaceKeys {
  created_at: Generated<Timestamp>;
  id: string;
  master_id: Buffer;
  workspace_id: string;
  wrapped: Buffer;
}

export interface Workspaces {
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  description: Generated<string>;
  icon: Generated<string>;
  id: string;
  is_default: Generated<boolean>;
  name: string;
  second_factor_required: Generated<boolean>;
  slug: string;
}

export interface WorkspaceSettings {
  key: string;
  updated_at: Generated<Timestamp>;
  value: Json;
  workspace_id: string;
}

export interface DB {
  assistant_conversations: AssistantConversations;
  assistant_messages: AssistantMessages;
  assistant_plans: AssistantPlans;
  attempts: Attempts;
  audit_log: AuditLog;
  auto_run_work: AutoRunWork;
  auto_runs: AutoRuns;
  automation_causes: AutomationCauses;
  automation_keys: AutomationKeys;
  automation_rules: AutomationRules;
  automation_runs: AutomationRuns;
  automation_steps: AutomationSteps;
  awaited_answers: AwaitedAnswers;
  bounce_events: BounceEvents;
  budget_use: BudgetUse;
  budgets: Budgets;
  cell_evidence: CellEvidence;
  cell_versions: CellVersions;
  cells: Cells;
  changes: Changes;
  column_tests: ColumnTests;
  commit_marks: CommitMarks;
  computed_work: ComputedWork;
  distribution_keys: DistributionKeys;
  drift_reports: DriftReports;
  enrollments: Enrollments;
  entities: Entities;
  entity_keys: EntityKeys;
  entity_merges: EntityMerges;
  entity_models: EntityModels;
  entity_pairs: EntityPairs;
  entity_records: EntityRecords;
  entity_settings: EntitySettings;
  erasure_keys: ErasureKeys;
  erasure_keys_kept: ErasureKeysKept;
  event_cursors: EventCursors;
  events: Events;
  exports: Exports;
  fetched_documents: FetchedDocuments;
  function_calls: FunctionCalls;
  function_uses: FunctionUses;
  function_versions: FunctionVersions;
  functions: Functions;
  idempotency_keys: IdempotencyKeys;
  idempotency_keys_of_people: IdempotencyKeysOfPeople;
  import_keys: ImportKeys;
  import_rows: ImportRows;
  imports: Imports;
  inbound_messages: InboundMessages;
  incoming_hooks: IncomingHooks;
  incoming_payloads: IncomingPayloads;
  ingest_tokens: IngestTokens;
  integration_tests: IntegrationTests;
  integration_values: IntegrationValues;
  invitations: Invitations;
  job_leads: JobLeads;
  job_log: JobLog;
  jobs: Jobs;
  lead_changes: LeadChanges;
  lead_claims: LeadClaims;
  lead_counts: LeadCounts;
  lead_filters: LeadFilters;
  lead_imports: LeadImports;
  lead_intents: LeadIntents;
  lead_keys: LeadKeys;
  lead_match_work: LeadMatchWork;
  lead_provenance: LeadProvenance;
  lead_scores: LeadScores;
  lead_suppressions: LeadSuppressions;
  lead_texts: LeadTexts;
  lead_work: LeadWork;
  leads: Leads;
  ledger_lines: LedgerLines;
  login_challenges: LoginChallenges;
  login_throttle: LoginThrottle;
  lookup_cache: LookupCache;
  lookup_prices: LookupPrices;
  lookup_usage: LookupUsage;
  mailboxes: Mailboxes;
  master_key: MasterKey;
  match_keys: MatchKeys;
  matched_rows: MatchedRows;
  mcp_tokens: McpTokens;
  memberships: Memberships;
  model_prices: ModelPrices;
  moved_keys: MovedKeys;
  notice_preferences: NoticePreferences;
  notices: Notices;
  oauth_clients: OauthClients;
  oauth_codes: OauthCodes;
  oauth_refresh_tokens: OauthRefreshTokens;
  outbound_messages: OutboundMessages;
  outbox: Outbox;
  outreach_settings: OutreachSettings;
  own_providers: OwnProviders;
  page_cache: PageCache;
  passkey_challenges: PasskeyChallenges;
  passkeys: Passkeys;
  polled_hosts: PolledHosts;
  provider_health: ProviderHealth;
  provider_places: ProviderPlaces;
  provider_turns: ProviderTurns;
  queue: Queue;
  rate_windows: RateWindows;
  recipes: Recipes;
  recovery_codes: RecoveryCodes;
  refresh_policies: RefreshPolicies;
  reservations: Reservations;
  row_changes: RowChanges;
  row_pairs: RowPairs;
  row_scans: RowScans;
  row_walks: RowWalks;
  run_chunks: RunChunks;
  runs: Runs;
  schedules: Schedules;
  schema_migrations: SchemaMigrations;
  scim_group_members: ScimGroupMembers;
  scim_groups: ScimGroups;
  scim_tokens: ScimTokens;
  scim_users: ScimUsers;
  send_slots: SendSlots;
  sequences: Sequences;
  session_families: SessionFamilies;
  signal_scan_leads: SignalScanLeads;
  signals: Signals;
  source_rejects: SourceRejects;
  source_rows: SourceRows;
  specialization_synonyms: SpecializationSynonyms;
  sso_domains: SsoDomains;
  sso_logins: SsoLogins;
  sso_providers: SsoProviders;
  stored_chunks: StoredChunks;
  stream_tickets: StreamTickets;
  suppressions: Suppressions;
  tours: Tours;
  trashed_rows: TrashedRows;
  user_identities: UserIdentities;
  user_totp: UserTotp;
  users: Users;
  view_entries: ViewEntries;
  view_indexes: ViewIndexes;
  watch_groups: WatchGroups;
  watch_polls: WatchPolls;
  watch_states: WatchStates;
  watch_texts: WatchTexts;
  watches: Watches;
  webhook_attempts: WebhookAttempts;
  webhook_deliveries: WebhookDeliveries;
  webhook_endpoints: WebhookEndpoints;
  workbook_column_counts: WorkbookColumnCounts;
  workbook_columns: WorkbookColumns;
  workbook_links: WorkbookLinks;
  workbook_row_blocks: WorkbookRowBlocks;
  workbook_rows: WorkbookRows;
  workbook_sources: WorkbookSources;
  workbook_views: WorkbookViews;
  workbooks: Workbooks;
  workspace_keys: WorkspaceKeys;
  workspace_settings: WorkspaceSettings;
  workspaces: Workspaces;
}
