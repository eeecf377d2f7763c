// Rows as events are about them: their facts, the occurrence of one, and what both triggers of rows do alike.
import { Type } from 'typebox'
import { type Row, shownValue } from '../../engine/values/row.ts'
import { textOf } from '../../engine/values/value.ts'
import { refuseField } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readRowsForRun } from '../../records/store/rows/rows.reads.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import { SUBJECTS } from '../subjects.ts'
import { beginsWith, EVENT_VARIABLE, eventFacts, idIn, type Occurrence, type TriggerVariable } from './trigger.ts'

export const watchedWorkbook = {
  workbook_id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The workbook that is watched.',
    ...shownAs({ ...SUBJECTS.workbook_id.form, hint: '' }),
  }),
}

/** The fact that names the columns whose cells in the row are guesses, by id. */
export const UNVERIFIED = '$unverified'

export const SYSTEM: readonly TriggerVariable[] = [
  { id: '$row_id', name: 'row_id' },
  { id: '$lead_id', name: 'lead_id' },
  { id: 'workbook', name: 'workbook', members: ['id', 'name'], is_whole: true },
  EVENT_VARIABLE,
]

/** The row as a change left it: what was written since is not of this event. */
export function rowAfter(row: Row, after: JsonObject): Row {
  const cells = { ...row.cells }
  const data = { ...row.data }
  for (const [id, value] of Object.entries(after)) {
    const cell = cells[id]
    if (cell) cells[id] = { ...cell, value }
    else data[id] = value
  }
  return { ...row, cells, data }
}

/** A row as an event is about it. `key` names the event. */
export function occurrenceOfRow(kind: string, key: string, workbook: { id: string; name: string }, row: Row, at: Date) {
  const ids = new Set([...Object.keys(row.data), ...Object.keys(row.cells)])
  const values = Object.fromEntries([...ids].map((id) => [id, shownValue(row, id)]))
  const [first] = [...ids].sort().flatMap((id) => textOf(values[id]) || [])
  const guesses = Object.keys(row.cells).filter((id) => row.cells[id]?.status === 'unverified')
  const facts: JsonObject = {
    ...values,
    $row_id: row.row_id,
    $lead_id: row.lead_id,
    ...(guesses.length > 0 && { [UNVERIFIED]: guesses }),
    workbook,
    ...eventFacts(kind, at),
  }
  const occurrence: Occurrence = {
    key,
    object: `row:${row.row_id}`,
    title: (first ?? 'Row').slice(0, 200),
    at,
    facts,
    row,
  }
  return occurrence
}

export async function workbookFacts(tx: WorkspaceTx, id: string): Promise<{ id: string; name: string }> {
  const { rows } = await tx.client.query<{ name: string }>(
    'select name from workbooks where workspace_id = $1 and id = $2',
    [tx.workspace_id, id],
  )
  return { id, name: rows[0]?.name ?? '' }
}

export async function readThese(tx: WorkspaceTx, workbookId: string, rowIds: readonly string[]): Promise<Row[]> {
  const row_ids = rowIds.filter(isUuid)
  return row_ids.length > 0 && isUuid(workbookId) ? readRowsForRun(tx, workbookId, { row_ids }, null) : []
}

interface RowSettings {
  workbook_id: string
  column_ids?: string[]
}

/** What both triggers of rows do alike; `by` is the time by which their events come one after the other. */
export function rowEvents(kind: 'row.added' | 'row.changed', label: string, by: 'created_at' | 'updated_at') {
  return {
    kind,
    label,
    about: 'row' as const,
    begins: (_: RowSettings, name: (setting: string) => string | null) => beginsWith(label, ' in', name('workbook_id')),
    // Writers of rows leave what they wrote in `row_changes`, since the events of many rows do not name them.
    events: [],
    async check(tx: WorkspaceTx, given: RowSettings, loc: (string | number)[]) {
      const { workbook_id, column_ids = [] } = given
      const id = await mustFindWorkbook(tx, workbook_id).catch(() =>
        refuseField([...loc, 'workbook_id'], 'value_error', 'Value error, there is no such workbook', workbook_id),
      )
      const known = new Set((await readColumns(tx, id)).map((column) => column.id))
      for (const [index, column] of column_ids.entries())
        if (!known.has(column))
          refuseField([...loc, 'column_ids', index], 'value_error', 'Value error, there is no such column', column)
    },
    read: async () => [],
    async recent(tx: WorkspaceTx, { workbook_id }: RowSettings, limit: number) {
      const order = by === 'created_at' ? 'position' : 'updated_at'
      const { rows } = await tx.client.query<{ id: string }>(
        `select id from workbook_rows where workspace_id = $1 and workbook_id = $2 order by ${order} desc limit $3`,
        [tx.workspace_id, workbook_id, limit],
      )
      const found = await readRowsForRun(tx, workbook_id, { row_ids: rows.map(({ id }) => id) }, null)
      const byId = new Map(found.map((row) => [row.row_id, row]))
      const book = await workbookFacts(tx, workbook_id)
      return rows.flatMap(({ id }) => {
        const row = byId.get(id)
        return row ? [occurrenceOfRow(kind, `${kind}:${id}`, book, row, new Date(row[by]))] : []
      })
    },
    async find(tx: WorkspaceTx, { workbook_id }: RowSettings, key: string) {
      const [row] = await readThese(tx, workbook_id, [key.slice(key.lastIndexOf(':') + 1)])
      return row ? occurrenceOfRow(kind, key, await workbookFacts(tx, workbook_id), row, new Date(row[by])) : null
    },
    async current(tx: WorkspaceTx, { workbook_id }: RowSettings, objects: readonly string[]) {
      const rows = await readThese(tx, workbook_id, objects.map(idIn))
      const book = await workbookFacts(tx, workbook_id)
      const facts = rows.map((row) => occurrenceOfRow(kind, '', book, row, new Date(row[by])))
      return new Map(facts.map((one) => [one.object, one.facts]))
    },
  }
}
