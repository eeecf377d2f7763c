// A workbook is made.
import { Type } from 'typebox'
import { byId, WORKBOOK_VARIABLE } from './named-events.ts'
import { defineTrigger, EVENT_VARIABLE, eventFacts, idIn, type Occurrence } from './trigger.ts'

interface WorkbookRow {
  id: string
  name: string
  source_type: string
  total_rows: number
  created_at: Date
}

const WORKBOOKS = `select id, name, source_type, total_rows, created_at from workbooks where workspace_id = $1 and deleted_at is null`

function occurrenceOfWorkbook({ created_at, ...workbook }: WorkbookRow, at = created_at): Occurrence {
  return {
    key: `workbook.created:${workbook.id}`,
    object: `workbook:${workbook.id}`,
    title: workbook.name,
    at,
    facts: { workbook: { ...workbook }, ...eventFacts('workbook.created', at) },
  }
}

export const workbookCreatedTrigger = defineTrigger({
  kind: 'workbook.created',
  place: 70,
  label: 'a workbook is created',
  settings: Type.Object({}),
  events: ['workbook.created'],
  variables: async () => [
    { ...WORKBOOK_VARIABLE, members: [...WORKBOOK_VARIABLE.members, 'source_type'] },
    EVENT_VARIABLE,
  ],
  read: (tx, _, events) =>
    byId(events, 'workbook_id', async (ids) => {
      const { rows } = await tx.client.query<WorkbookRow>(`${WORKBOOKS} and id = any($2::uuid[])`, [
        tx.workspace_id,
        ids,
      ])
      return new Map(rows.map((row) => [row.id, (at) => occurrenceOfWorkbook(row, at)]))
    }),
  async recent(tx, _, limit) {
    const { rows } = await tx.client.query<WorkbookRow>(`${WORKBOOKS} order by created_at desc limit $2`, [
      tx.workspace_id,
      limit,
    ])
    return rows.map((row) => occurrenceOfWorkbook(row))
  },
  async find(tx, _, key) {
    const { rows } = await tx.client.query<WorkbookRow>(`${WORKBOOKS} and id::text = $2`, [tx.workspace_id, idIn(key)])
    return rows[0] ? occurrenceOfWorkbook(rows[0]) : null
  },
})
