// The names this app has for the shapes of the API, with sets closed where the document says only `string`.
import type { components } from './schema.d.ts'

type Schemas = components['schemas']
type Narrow<T, Closed> = Omit<T, keyof Closed> & Closed

export type InputType =
  | 'text'
  | 'long_text'
  | 'number'
  | 'currency'
  | 'percent'
  | 'date'
  | 'datetime'
  | 'checkbox'
  | 'select'
  | 'multi_select'
  | 'email'
  | 'url'
  | 'phone'
  | 'json'

export type Role = 'owner' | 'admin' | 'editor' | 'member' | 'viewer'
export type Workspace = Narrow<Schemas['WorkspaceResponse'], { role: Role }>

export type Column = Schemas['WorkbookColumn']
export type WorkbookStatus = 'draft' | 'running' | 'paused' | 'complete'
export type Workbook = Narrow<Schemas['WorkbookResponse'], { status: WorkbookStatus }>

/** A cell of an enriched column; patches that come by event may lack members. */
export type Overlay = Narrow<Partial<Schemas['EnrichmentOverlay']>, { value: unknown; status: CellStatus }>
export type Row = Narrow<Schemas['WorkbookLeadRow'], { enrichments: Record<string, Overlay> }>
export type WorkbookPage = Narrow<Schemas['WorkbookWithLeadsResponse'], { workbook: Workbook; rows: Row[] }>

export interface List<T> {
  items: T[]
  next_cursor: string | null
  total?: number
}

export type ImportTarget = Schemas['ImportTarget']
export type ImportColumn = Schemas['ImportColumn']
export type ImportPreview = Schemas['ImportPreview']
export type ImportResult = Schemas['ImportResult']
export type ExportRecord = Schemas['ExportRecord']
export type ExportBody = Schemas['ExportBodyInput']
export type ImportRecord = Schemas['ImportRecord']
export type ImportPlan = Schemas['ImportPlan']
export type ImportPlanRow = Schemas['ImportPlanRow']
export type ImportOutcome = ImportPlanRow['outcome']
export type Unparsed = 'keep' | 'blank' | 'reject'
/** Where a file column goes, and how its values are read. */
export interface ImportMapping {
  index: number
  target: ImportTarget
  unparsed?: Unparsed
  date_order?: 'dmy' | 'mdy'
  decimal?: '.' | ','
}
/** As it is sent: left out or given, never null but for the identity. */
export interface ImportOptions {
  encoding?: string
  delimiter?: string
  header?: boolean
  sheet?: string
  mapping?: ImportMapping[]
  identity?: ImportIdentity | null
  policy?: ImportPolicy
}
export type ImportIdentity = NonNullable<Schemas['ImportOptionsInput']['identity']>
export type Normaliser = NonNullable<NonNullable<Schemas['ImportOptionsInput']['identity']>['normaliser']>
export interface ImportPolicy {
  existing: 'overwrite' | 'fill_blanks' | 'newer' | 'skip'
  newer_by?: number
  new_rows: 'create' | 'skip'
  duplicates: 'merge' | 'first' | 'last'
}

/** What is known of one computed cell. */
export type CellStatus =
  | 'pending'
  | 'queued'
  | 'running'
  | 'waiting'
  | 'throttled'
  | 'complete'
  | 'unverified'
  | 'not_found'
  | 'skipped'
  | 'error'
  | 'budget_stopped'
  | 'stale'
  | 'overridden'
  | 'cancelled'
