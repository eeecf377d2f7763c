// Wire shapes that the workbook page reads beyond those of api/shapes.ts.
import type { Column, RunStatus } from '../../api/shapes.ts'

export interface ProviderInput {
  name: string
  label: string
  type: string
  required: boolean
  help?: string
  aliases?: string[]
}

export interface ProviderOutput {
  field: string
  label: string
  type: string
}

/** One lookup of the catalogue. */
export interface Provider {
  id: string
  label: string
  description: string
  inputs: ProviderInput[]
  /** Of each group at least one input must be bound. */
  one_of?: string[][]
  outputs: ProviderOutput[]
  /** USD per billed call; null is unknown, never free. */
  price_usd: number | null
  billing_rule: string
  license?: string
  method?: string
  keyless: boolean
  ready: boolean
  docs_url?: string
  cache_days?: number
}

export type FilterOp =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'contains'
  | 'not_contains'
  | 'starts_with'
  | 'ends_with'
  | 'in'
  | 'not_in'
  | 'is_empty'
  | 'not_empty'

export interface FilterLeaf {
  field: string
  on?: string
  op: FilterOp
  value?: string | number | boolean | (string | number | boolean)[]
}

export type Filter = { and: Filter[] } | { or: Filter[] } | { not: Filter } | FilterLeaf

export type Accept = { kind: 'any' } | { kind: 'verified' } | { kind: 'confidence'; min: number }

export interface Step {
  id?: string
  provider: string
  inputs: Record<string, string>
  enabled?: boolean
}

/** What is sent to create or change a column. */
export type ColumnDraft = Partial<Column> & { name: string; type: string }

export type RunMode = 'missing' | 'failed' | 'stale' | 'all'

export interface RunScope {
  column_ids?: string[]
  row_ids?: string[]
  filter?: Filter
  limit?: number
  mode?: RunMode
  max_usd?: number
}

export interface Estimate {
  rows_in_scope: number
  already_fresh: number
  condition_false: number
  missing_input: number
  cached: number
  to_run: number
  low_usd: number
  expected_usd: number
  high_usd: number
  basis?: 'measured' | 'mixed' | 'default'
  by_provider?: { provider: string; calls?: number; expected_usd?: number; label?: string }[]
  unknown_prices?: string[]
  seconds_expected?: number | null
  binding_limit?: string | null
}

export interface Run {
  run_id: string
  status: RunStatus
  rows?: number
  cells?: number
  done?: number
  total?: number
  rate?: number | null
  eta_seconds?: number | null
  counts?: Record<string, number>
  cost_usd?: number | null
  column_ids?: string[]
  started_at?: string | null
  ended_at?: string | null
  created_at?: string | null
  estimate?: Estimate | null
}

/** One ask of one provider, or the reason why it was not asked. */
export interface Attempt {
  step?: string
  provider: string
  outcome: string
  reason?: string | null
  message?: string | null
  at?: string | null
  duration_ms?: number | null
  cost_usd?: number | null
  cached?: boolean
  value?: unknown
  confidence?: number | null
  request?: unknown
  response?: unknown
}

export interface Trace {
  inputs: Record<string, unknown>
  condition: { met: boolean; filter?: Filter } | null
  attempts: Attempt[]
  history: { value: unknown; status?: string; at?: string; actor?: string }[]
}
