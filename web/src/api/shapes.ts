// The wire shapes of the API, written by hand until they are generated from openapi.json.
import type { CellStatus } from '../ui/badge.tsx'

export type InputType =
  | 'text'
  | 'long_text'
  | 'number'
  | 'currency'
  | 'percent'
  | 'date'
  | 'checkbox'
  | 'select'
  | 'multi_select'
  | 'email'
  | 'url'
  | 'phone'
  | 'json'

export interface Token {
  access_token: string
  token_type: string
  refresh_token?: string
}

export interface User {
  id: number
  username: string
  is_active: boolean
  is_admin: boolean
  role?: string
  created_at?: string | null
  last_login?: string | null
  profile_image?: string | null
}

export interface Workspace {
  id: string
  name: string
  slug: string
  description: string
  icon: string
  role: 'owner' | 'admin' | 'editor' | 'member' | 'viewer'
  is_default: boolean
  is_active: boolean
  member_count: number
  workbook_count: number
  lead_count?: number
  created_at: string
}

export interface Column {
  id: string
  name: string
  type: string
  width?: number
  hidden?: boolean
  pinned?: boolean
  [config: string]: unknown
}

export type WorkbookStatus = 'draft' | 'running' | 'paused' | 'complete'

export interface Workbook {
  id: string
  name: string
  description: string
  status: WorkbookStatus
  columns_config: Column[]
  total_rows: number
  completed_rows: number
  source_type?: string
  sync_to_leads?: boolean
  created_at?: string
  updated_at?: string
}

export interface Overlay {
  value: unknown
  status: CellStatus
  provenance?: Record<string, unknown> | null
  research?: Record<string, unknown> | null
  provider?: string | null
  reason?: string | null
  error?: { class: string; message: string } | null
  confidence?: number | null
  cost_usd?: number | null
  run_id?: string | null
  updated_at?: string | null
}

export interface Row {
  row_id: string
  position: number
  data: Record<string, unknown>
  enrichments: Record<string, Overlay>
  lead: Record<string, unknown>
  created_at?: string
  updated_at?: string
}

export interface WorkbookPage {
  workbook: Workbook
  rows: Row[]
  page: number
  page_size: number
  total_rows: number
  has_more?: boolean
  next_cursor?: string | null
  query_total_rows?: number | null
}

export type RunStatus =
  | 'queued'
  | 'running'
  | 'paused'
  | 'done'
  | 'done_with_errors'
  | 'cancelled'
  | 'failed'
  | 'budget_stopped'

export interface List<T> {
  items: T[]
  next_cursor: string | null
  total?: number
}

export type ImportTarget =
  | { kind: 'column'; column_id: string }
  | { kind: 'new'; name: string; input_type: InputType }
  | { kind: 'skip' }

export interface ImportColumn {
  index: number
  name: string
  samples: string[]
  fill_rate: number
  guessed_type: InputType
  target: ImportTarget
}

export type Normaliser = 'text' | 'email' | 'domain' | 'phone'

export interface ImportOptions {
  encoding?: string
  delimiter?: string
  header?: boolean
  mapping?: { index: number; target: ImportTarget }[]
  identity?: { index: number; normaliser: Normaliser } | null
  policy?: { new_rows: 'create' | 'skip'; existing: 'overwrite' | 'fill_blanks' | 'skip' }
}

export interface ImportPreview {
  encoding: string
  delimiter: string
  header: boolean
  columns: ImportColumn[]
  rows: string[][]
  warnings: { code: string; message: string }[]
  total_rows: number | null
  plan?: { create: number; update: number; unchanged: number; skip: number; reject: number } | null
}

export interface ImportResult {
  import_id: string
  created: number
  updated: number
  unchanged: number
  skipped: number
  rejected: number
  columns_created: unknown[]
  rejected_rows: { line: number; reason: string; values: string[] }[]
  rejected_url: string | null
}

type Json<T> = { content: { 'application/json': T } }

type Op<Answer, Body = never, Query = never, Path = never> = {
  parameters: { query?: Query; header?: never; path: Path; cookie?: never }
  responses: { 200: { headers: Record<string, unknown> } & Json<Answer> }
} & ([Body] extends [never] ? { requestBody?: never } : { requestBody: Json<Body> })

type NoPath<Answer, Body = never, Query = never> = {
  parameters: { query?: Query; header?: never; path?: never; cookie?: never }
  responses: { 200: { headers: Record<string, unknown> } & Json<Answer> }
} & ([Body] extends [never] ? { requestBody?: never } : { requestBody: Json<Body> })

interface PageQuery {
  limit?: number
  cursor?: string
}

interface OneWorkbook {
  workbook_id: string
}

export interface paths {
  '/auth/me': { get: NoPath<User> }
  '/api/workspaces': {
    get: NoPath<List<Workspace>, never, PageQuery>
    post: NoPath<Workspace, { name: string; description?: string; icon?: string }>
  }
  '/api/workbooks': {
    get: NoPath<List<Workbook>, never, PageQuery>
    post: NoPath<
      Workbook,
      { name: string; description?: string; source_type?: string; columns_config?: Partial<Column>[] }
    >
  }
  '/api/workbooks/{workbook_id}': {
    get: Op<
      WorkbookPage,
      never,
      { page?: number; page_size?: number; cursor_mode?: boolean; cursor?: string },
      OneWorkbook
    >
    patch: Op<Workbook, { name?: string; description?: string }, never, OneWorkbook>
    delete: Op<unknown, never, never, OneWorkbook>
  }
  '/api/workbooks/{workbook_id}/rows': {
    post: Op<{ items: unknown[] }, { rows: Record<string, unknown>[] }, never, OneWorkbook>
  }
}
