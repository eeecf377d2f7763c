// Wire shapes that the workbook page reads beyond those of api/shapes.ts.
import type { Schemas } from '../../api/shapes.ts'

/** One lookup of the catalog. */
export type Provider = Omit<Schemas['ProviderEntry'], 'example'>
export type ProviderInput = Provider['inputs'][number]

export type FilterOp = NonNullable<Schemas['FilterInput']['op']>
/** What of an enriched cell is compared. */
export type FilterSide = NonNullable<Schemas['FilterInput']['on']>

export interface FilterLeaf {
  field: string
  on?: FilterSide
  op: FilterOp
  value?: string | number | boolean | (string | number | boolean)[]
}

export type Filter = { and: Filter[] } | { or: Filter[] } | { not: Filter } | FilterLeaf

export type AcceptChoice =
  | { kind: 'any' }
  | { kind: 'verified' }
  | { kind: 'verified_or_catch_all' }
  | { kind: 'confidence'; min: number }
  | { kind: 'formula'; expression: string }

/** A lookup that checks found values, and its input that takes the value. */
export interface Verifier {
  provider: string
  input: string
}

export type WaterfallMode = 'stop' | 'merge' | 'cross_check'

export interface Step {
  id?: string
  provider: string
  inputs: Record<string, string>
  enabled?: boolean
  /** Rules of its own, in place of those of the column. */
  accept?: AcceptChoice
  verify?: Verifier
}

/** Steps that go first on the rows for which a condition holds, by their ids. */
export interface StepOrder {
  when: Filter
  steps: string[]
}

/** What is sent to create a column. */
export type ColumnDraft = Schemas['NewColumnInput']
export type DraftOf<Kind extends ColumnDraft['type']> = Extract<ColumnDraft, { type: Kind }>

export type RunRequestParts = Partial<{ [Key in keyof Schemas['RunRequest']]: NonNullable<Schemas['RunRequest'][Key]> }>
/** Which cells a run is about, without how it is done. */
export type RunQuestion = Omit<RunRequestParts, 'max_usd' | 'allow_unknown_prices' | 'dry_run' | 'idempotency_key'>
/** The rows that a view or a filter leaves, for what can be done with all of them. */
export interface ShownRows {
  which: Pick<RunRequestParts, 'view_id' | 'filter' | 'search'>
  sort?: Schemas['Sort'][]
  /** "This view: 214 rows". */
  words: string
  /** False when they are all rows, only in another order or with other columns. */
  isPart: boolean
  /** As they are shown. */
  columns: string[]
}
export type RunMode = NonNullable<Schemas['RunRequest']['mode']>

/** How one cell is run again: from the provider after a step, or over a typed value. */
export type CellRunOptions = Pick<Schemas['CellRunRequest'], 'after_step' | 'force'>

/** A run as the page follows it: the record, or what is known of it before the record has been read. */
export interface Run extends Partial<Schemas['RunResponse']> {
  run_id: string
  status: Schemas['RunResponse']['status']
  /** What it really cost, by the ledger; only of a run that is read alone. */
  actual?: Schemas['RunDetail']['actual']
}

export type Trace = Schemas['CellTrace']

/** Rows that an act is about: by their ids, or by what they answer with the count that was shown. */
export type RowsAsked =
  | { row_ids: string[] }
  | { filter?: Filter; search?: string; view_id?: string; expected_count: number }

/** A question about rows: what a view, a filter and a text leave over, in an order. */
export interface RowsQuestion {
  view_id?: string
  filter?: Filter
  search?: string
  sort?: { field: string; dir: 'asc' | 'desc' }[]
  columns?: string[]
  limit?: number
  cursor?: string
}
