// Rows as triggers: one is added to a workbook, or one of its values changes.
import { type Static, type TObject, Type } from 'typebox'
import { type Row, shownValue } from '../../engine/values/row.ts'
import { textOf } from '../../engine/values/value.ts'
import { refuseField } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readRowsForRun } from '../../records/store/rows.reads.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import {
  defineTrigger,
  EVENT_VARIABLE,
  eventFacts,
  idIn,
  type Occurrence,
  type TriggerKind,
  type TriggerVariable,
} from './trigger.ts'

const workbook = {
  workbook_id: Type.String({ minLength: 1, maxLength: 100, description: 'The workbook that is watched.' }),
}

const RowAdded = Type.Object(workbook)
const RowChanged = Type.Object({
  ...workbook,
  column_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: 500,
      description:
        'Only when one of these changes. Absent: any column. A write that leaves the value as it was is no change. The event carries ' +
        '`before` and `after`, by column id, as the change itself wrote them.',
    }),
  ),
})

type Settings = { workbook_id: string; column_ids?: string[] }

const SYSTEM: readonly TriggerVariable[] = [
  { id: '$row_id', name: 'row_id' },
  { id: '$lead_id', name: 'lead_id' },
  { id: 'workbook', name: 'workbook', members: ['id', 'name'], is_whole: true },
  EVENT_VARIABLE,
]

/** The values of the change itself, by the name of the column or its id. A column of the name comes first. */
const changed = (columns: readonly TriggerVariable[]): TriggerVariable[] =>
  ['before', 'after'].flatMap((when) => [
    { id: when, name: when, members: [] },
    ...columns.map(({ id, name }) => ({ id: `${when}.${id}`, name: `${when}.${name}` })),
  ])

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
  const facts: JsonObject = {
    ...values,
    $row_id: row.row_id,
    $lead_id: row.lead_id,
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

async function readThese(tx: WorkspaceTx, workbookId: string, rowIds: readonly string[]): Promise<Row[]> {
  const row_ids = rowIds.filter(isUuid)
  return row_ids.length > 0 && isUuid(workbookId) ? readRowsForRun(tx, workbookId, { row_ids }, null) : []
}

function rowTrigger<S extends TObject>(
  kind: 'row.added' | 'row.changed',
  label: string,
  settings: S,
  by: 'created_at' | 'updated_at',
): TriggerKind {
  return defineTrigger<TObject>({
    kind,
    label,
    settings,
    // Writers of rows leave what they wrote in `row_changes`, since the events of many rows do not name them.
    events: [],
    async check(tx, given, loc) {
      const { workbook_id, column_ids = [] } = given as Settings
      const id = await mustFindWorkbook(tx, workbook_id).catch(() =>
        refuseField([...loc, 'workbook_id'], 'value_error', 'Value error, there is no such workbook', workbook_id),
      )
      const known = new Set((await readColumns(tx, id)).map((column) => column.id))
      for (const [index, column] of column_ids.entries())
        if (!known.has(column))
          refuseField([...loc, 'column_ids', index], 'value_error', 'Value error, there is no such column', column)
    },
    async variables(tx, given) {
      const columns = await readColumns(tx, (given as Settings).workbook_id)
      const own = columns.map(({ id, name }) => ({ id, name }))
      return kind === 'row.changed' ? [...changed(own), ...own, ...SYSTEM] : [...own, ...SYSTEM]
    },
    read: async () => [],
    ...(kind === 'row.changed' && {
      kept: ({ before = {}, after = {} }: JsonObject) => ({ ...(after as JsonObject), before, after }),
    }),
    async recent(tx, given, limit) {
      const { workbook_id } = given as Settings
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
    async find(tx, given, key) {
      const { workbook_id } = given as Settings
      const [row] = await readThese(tx, workbook_id, [key.slice(key.lastIndexOf(':') + 1)])
      return row ? occurrenceOfRow(kind, key, await workbookFacts(tx, workbook_id), row, new Date(row[by])) : null
    },
    async current(tx, given, objects) {
      const { workbook_id } = given as Settings
      const rows = await readThese(tx, workbook_id, objects.map(idIn))
      const book = await workbookFacts(tx, workbook_id)
      const facts = rows.map((row) => occurrenceOfRow(kind, '', book, row, new Date(row[by])))
      return new Map(facts.map((one) => [one.object, one.facts]))
    },
  } as TriggerKind<TObject>)
}

export const rowAdded = rowTrigger('row.added', 'a row is added', RowAdded, 'created_at')
export const rowChanged = rowTrigger('row.changed', 'a row changes', RowChanged, 'updated_at')

export type RowSettings = Static<typeof RowChanged>
