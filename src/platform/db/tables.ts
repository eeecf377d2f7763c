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

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

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

export interface IngestTokens {
  created_at: Generated<Timestamp>;
  created_by: Int8 | null;
  hash: Buffer;
  hint: string;
  id: string;
  last_used_at: Timestamp | null;
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
  field: string;
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

export interface Jobs {
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  id: string;
  kind: string;
  last_error: string | null;
  lease_until: Timestamp | null;
  max_attempts: Generated<number>;
  payload: Json;
  run_at: Generated<Timestamp>;
  state: Generated<string>;
  worker_id: string | null;
  workspace_id: string | null;
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

export interface LeadCounts {
  changes: Generated<Int8>;
  leads: Generated<Int8>;
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

export interface LeadKeys {
  key: string;
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
  source: Json | null;
  text_of_all: string | null;
  updated_at: Generated<Timestamp>;
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

export interface MasterKey {
  current_by_previous: Buffer | null;
  current_id: Buffer;
  only_row: Generated<boolean>;
  previous_by_current: Buffer | null;
  previous_id: Buffer | null;
  updated_at: Generated<Timestamp>;
}

export interface MatchKeys {
  field: string;
  key: string;
  position: number;
  row_id: string;
  workbook_id: string;
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

export interface Outbox {
  created_at: Generated<Timestamp>;
  payload: Json;
  seq: Generated<Int8>;
  type: string;
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

export interface RateWindows {
  expires_at: Timestamp;
  hits: number[];
  key: string;
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

export interface SessionFamilies {
  created_at: Generated<Timestamp>;
  ends_at: Timestamp;
  expires_at: Timestamp;
  generation: Generated<number>;
  id: string;
  ip: string | null;
  revoked_at: Timestamp | null;
  revoked_reason: string | null;
  rotated_at: Generated<Timestamp>;
  user_agent: string | null;
  user_id: Int8;
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
  slug: string;
}

export interface WorkspaceSettings {
  key: string;
  updated_at: Generated<Timestamp>;
  value: Json;
  workspace_id: string;
}

export interface DB {
  attempts: Attempts;
  audit_log: AuditLog;
  auto_run_work: AutoRunWork;
  auto_runs: AutoRuns;
  awaited_answers: AwaitedAnswers;
  budget_use: BudgetUse;
  budgets: Budgets;
  cell_evidence: CellEvidence;
  cell_versions: CellVersions;
  cells: Cells;
  changes: Changes;
  column_tests: ColumnTests;
  computed_work: ComputedWork;
  drift_reports: DriftReports;
  events: Events;
  exports: Exports;
  idempotency_keys: IdempotencyKeys;
  idempotency_keys_of_people: IdempotencyKeysOfPeople;
  import_keys: ImportKeys;
  import_rows: ImportRows;
  imports: Imports;
  ingest_tokens: IngestTokens;
  integration_tests: IntegrationTests;
  integration_values: IntegrationValues;
  invitations: Invitations;
  jobs: Jobs;
  lead_changes: LeadChanges;
  lead_counts: LeadCounts;
  lead_imports: LeadImports;
  lead_keys: LeadKeys;
  lead_provenance: LeadProvenance;
  lead_suppressions: LeadSuppressions;
  lead_texts: LeadTexts;
  lead_work: LeadWork;
  leads: Leads;
  ledger_lines: LedgerLines;
  login_throttle: LoginThrottle;
  lookup_cache: LookupCache;
  lookup_prices: LookupPrices;
  lookup_usage: LookupUsage;
  master_key: MasterKey;
  match_keys: MatchKeys;
  memberships: Memberships;
  model_prices: ModelPrices;
  outbox: Outbox;
  page_cache: PageCache;
  provider_health: ProviderHealth;
  provider_places: ProviderPlaces;
  provider_turns: ProviderTurns;
  rate_windows: RateWindows;
  reservations: Reservations;
  row_walks: RowWalks;
  run_chunks: RunChunks;
  runs: Runs;
  schema_migrations: SchemaMigrations;
  scim_group_members: ScimGroupMembers;
  scim_groups: ScimGroups;
  scim_tokens: ScimTokens;
  scim_users: ScimUsers;
  session_families: SessionFamilies;
  stored_chunks: StoredChunks;
  stream_tickets: StreamTickets;
  trashed_rows: TrashedRows;
  users: Users;
  view_entries: ViewEntries;
  view_indexes: ViewIndexes;
  workbook_column_counts: WorkbookColumnCounts;
  workbook_columns: WorkbookColumns;
  workbook_links: WorkbookLinks;
  workbook_row_blocks: WorkbookRowBlocks;
  workbook_rows: WorkbookRows;
  workbook_views: WorkbookViews;
  workbooks: Workbooks;
  workspace_keys: WorkspaceKeys;
  workspace_settings: WorkspaceSettings;
  workspaces: Workspaces;
}
