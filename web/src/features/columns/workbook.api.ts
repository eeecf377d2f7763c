// Every call of the workbook page, each one line; answers are typed here, problems are thrown.
import { send } from '../../api/client.ts'
import { asProblem, problemOf } from '../../api/problem.ts'
import type { components } from '../../api/schema.d.ts'
import type { Column, List, Overlay, Row, WorkbookPage } from '../../api/shapes.ts'
import type {
  CellRunOptions,
  ColumnDraft,
  Estimate,
  FoundRows,
  PlannedOutcome,
  Provider,
  RowsAsked,
  RowsCounted,
  RowsDeleted,
  RowsQuestion,
  RowsWritten,
  Run,
  RunRows,
  RunScope,
  RunStarted,
  Trace,
} from './workbook.shapes.ts'

/** One cell after it was written. */
export interface CellAnswer {
  row_id: string
  column_id: string
  value: unknown
  enrichment: Overlay | null
  change_id: string | null
}

type PresenceBeat = components['schemas']['PresenceBeatInput']
type Presence = components['schemas']['Presence']

interface Options {
  body?: unknown
  /** The call outlives the page. */
  last?: boolean
  signal?: AbortSignal
  /** Makes a repeated call the same call. */
  once?: string
}

export async function call<T>(method: string, path: string, { body, signal, once, last }: Options = {}): Promise<T> {
  const request = new Request(new URL(path, location.origin), {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(once ? { 'idempotency-key': once } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    ...(last ? { keepalive: true } : {}),
  })
  let answer: Response
  try {
    answer = await send(request)
  } catch (error) {
    if (error instanceof DOMException) throw error
    throw asProblem(error)
  }
  const text = await answer.text()
  let parsed: unknown = null
  try {
    parsed = text === '' ? null : JSON.parse(text)
  } catch {
    parsed = text
  }
  if (!answer.ok) throw problemOf(answer.status, parsed, answer.headers, `${method} ${path}`)
  return parsed as T
}

export const at = (id: string, rest = '') => `/api/workbooks/${encodeURIComponent(id)}${rest}`
export const part = (text: string) => encodeURIComponent(text)

/** A key for `once`; works on plain http too, where crypto.randomUUID does not exist. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Where I am; `last` lets the call outlive the page. */
export const tellPresence = (id: string, body: PresenceBeat, last = false) =>
  call<Presence>('POST', at(id, '/presence'), { body, last })

/** One page of rows with its workbook; pages count from 1. */
export const getPage = (id: string, page: number, size: number, signal?: AbortSignal) =>
  call<WorkbookPage>('GET', at(id, `?page=${page}&page_size=${size}`), signal ? { signal } : {})

export const addColumn = (id: string, body: ColumnDraft) => call<Column>('POST', at(id, '/columns'), { body })

export const patchColumn = (id: string, column: string, body: Partial<ColumnDraft>) =>
  call<Column>('PATCH', at(id, `/columns/${part(column)}`), { body })

export const deleteColumn = (id: string, column: string, force: boolean) =>
  call<unknown>('DELETE', at(id, `/columns/${part(column)}${force ? '?force=true' : ''}`))

export const reorderColumns = (id: string, columnIds: string[]) =>
  call<unknown>('POST', at(id, '/columns/reorder'), { body: { column_ids: columnIds } })

/** Members by which a call becomes part of an act; see the description of the API. */
interface OneAct {
  change_id?: string
  label?: string
}

interface NewRows extends OneAct {
  rows: { data: Record<string, unknown> }[]
  /** Of the row that they stand beside; at the end without either. */
  before?: string
  after?: string
}

export const addRows = (id: string, body: NewRows) =>
  call<RowsWritten>('POST', at(id, '/rows'), { body, once: newKey() })

/** Input columns only. The grid shows already what it sends: the rows need not come back. */
export const patchRows = (id: string, body: { rows: { row_id: string; data: Record<string, unknown> }[] } & OneAct) =>
  call<RowsWritten>('PATCH', at(id, '/rows?return=minimal'), { body })

export const deleteRows = (id: string, body: RowsAsked) => call<RowsDeleted>('DELETE', at(id, '/rows'), { body })

export const queryRows = (id: string, body: RowsQuestion, signal?: AbortSignal) =>
  call<FoundRows>('POST', at(id, '/rows/query'), { body, ...(signal ? { signal } : {}) })

export const countRows = (id: string, body: RowsQuestion & { up_to: number }, signal?: AbortSignal) =>
  call<RowsCounted>('POST', at(id, '/rows/count'), { body, ...(signal ? { signal } : {}) })

/** Ends every run of the workbook. */
export const stopRuns = (id: string) => call<{ cancelled: string[] }>('POST', at(id, '/stop'))

export const getRow = (id: string, row: string, signal?: AbortSignal) =>
  call<Row>('GET', at(id, `/rows/${part(row)}`), signal ? { signal } : {})

/** An input value, or an override of a computed one. */
export const patchCell = (id: string, row: string, column: string, value: unknown, change?: string) =>
  call<CellAnswer>('PATCH', at(id, `/rows/${part(row)}/cells/${part(column)}`), {
    body: { value, ...(change ? { change_id: change } : {}) },
  })

/** Empties an input cell; a computed one may be filled by runs again. */
export const clearCell = (id: string, row: string, column: string, change?: string) =>
  call<CellAnswer>(
    'DELETE',
    at(id, `/rows/${part(row)}/cells/${part(column)}${change ? `?change_id=${part(change)}` : ''}`),
  )

export const getTrace = (id: string, row: string, column: string, signal?: AbortSignal) =>
  call<Trace>('GET', at(id, `/rows/${part(row)}/cells/${part(column)}/trace`), signal ? { signal } : {})

export const estimateRun = (id: string, body: RunScope, signal?: AbortSignal) =>
  call<Estimate>('POST', at(id, '/run/estimate'), { body, ...(signal ? { signal } : {}) })

/** The first thousand rows that a count of the estimate is about. */
export const listRunRows = (id: string, body: RunScope & { planned: PlannedOutcome }) =>
  call<RunRows>('POST', at(id, '/run/rows'), { body })

export const startRun = (id: string, body: RunScope, once: string) =>
  call<RunStarted>('POST', at(id, '/run'), { body, once })

export const runCell = (id: string, row: string, column: string, body: CellRunOptions, once: string) =>
  call<RunStarted>('POST', at(id, `/rows/${part(row)}/cells/${part(column)}/run`), { body, once })

export const listRuns = (id: string, signal?: AbortSignal) =>
  call<List<Run>>('GET', at(id, '/runs?limit=20'), signal ? { signal } : {})

export const getRun = (id: string, run: string, signal?: AbortSignal) =>
  call<Run>('GET', at(id, `/runs/${part(run)}`), signal ? { signal } : {})

export const steerRun = (id: string, run: string, what: 'cancel' | 'pause' | 'resume') =>
  call<Run>('POST', at(id, `/runs/${part(run)}/${what}`))

/** The fields that answer a question about the catalog, best first. */
export const searchFields = async (question: string, signal?: AbortSignal) => {
  const path = `/api/settings/providers?q=${encodeURIComponent(question)}`
  return (await call<{ fields: string[] }>('GET', path, signal ? { signal } : {})).fields
}

export const listProviders = (signal?: AbortSignal) =>
  call<List<Provider>>('GET', '/api/settings/providers', signal ? { signal } : {})
