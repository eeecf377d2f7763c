// Copies what was written between the rows of synced workbooks and their leads, batch by batch, each a short transaction.
//
// A queued follower and not a part of the write: a write would hold its rows while waiting for the store, which all
// writers of leads share. Nothing is lost: the work is on record in the transaction of the write, and goes in the one that did it.

import type { Row } from '../../engine/values/row.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { openSteps, type QueueStep } from '../../platform/queue/steps.ts'
import { knownKeysOf, ownDomain } from '../lead-facts/lead-keys.logic.ts'
import { columnsOfFields, type FieldColumn, leadOfRow, rowOfLead } from '../lead-facts/sync.logic.ts'
import { type OpenWorkbook, openForWriting } from '../opening/structure.lock.ts'
import { type EditedRow, writeRows } from '../rows/rows.commands.ts'
import { finishWrite } from '../rows/write.ts'
import {
  batchOf,
  callConsumer,
  claimDirty,
  type DirtyLine,
  type DirtyRows,
  dropDirty,
  putDirty,
  settleDirty,
} from '../store/dirty-rows/dirty-rows.commands.ts'
import { CARRY, carrying, type WorkDetail } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { differences, newChange } from '../store/recorder.ts'
import { linkLeads } from '../store/rows/row-marks.writes.ts'
import { readRowsForRun } from '../store/rows/rows.reads.ts'
import { lockRowData } from '../store/rows/rows.writes.ts'
import { holdLeads } from './hold-leads.commands.ts'
import { lockLeads } from './lead.writes.ts'
import { type IncomingLead, upsertLeads } from './upsert.commands.ts'

const BATCH = 500
/** A job that goes on for longer lets the others of the queue have their turn first. */
const TURN_MS = 10_000

export function leadJobs(database: Database, now: () => Date): JobHandler[] {
  const carry: JobHandler<typeof CARRY.payload> = handleWorkspaceJob(
    CARRY,
    async ({ workbook_id }, { workspace_id: at, signal }) => {
      const until = now().getTime() + TURN_MS
      const nameOf = (thing: string | number) => (typeof thing === 'string' ? `row ${thing}` : `lead ${thing}`)
      const what = 'Carrying values between rows and leads'
      const steps = openSteps<string | number>({ database, at, signal, what, most: BATCH, nameOf })
      while (await steps.take((tx, step) => carryOnce(tx, workbook_id, step))) {
        if (now().getTime() < until) continue
        await database.inWorkspace(at, (tx) => callConsumer(tx, carrying, workbook_id))
        break
      }
      steps.end()
    },
  )
  return [carry]
}

type CarryStep = QueueStep<string | number>

/** One batch of the oldest work; false when there is none, all of it is in other hands, or what is left took too long. */
async function carryOnce(tx: WorkspaceTx, workbookId: string, step: CarryStep): Promise<boolean> {
  await holdLeads(tx)
  const { rowCount } = await tx.client.query(
    'select 1 from workbooks where workspace_id = $1 and id = $2 and deleted_at is null',
    [tx.workspace_id, workbookId],
  )
  if (rowCount === 0) {
    await dropDirty(tx, carrying, [workbookId])
    return false
  }
  const workbook = await openForWriting(tx, workbookId)
  const [line] = await claimDirty(tx, carrying, workbookId)
  if (!line) return false
  if (!workbook.follow?.leads) {
    await settleDirty(tx, line, null)
    return true
  }
  const { row_ids, lead_ids, left } = await carriedBatch(tx, workbook.id, line.rows, step.size)
  const isPast = (thing: string | number) => step.past.includes(thing)
  const slow = { row_ids: row_ids.filter(isPast), lead_ids: lead_ids.filter(isPast) }
  const here = { row_ids: row_ids.filter((id) => !isPast(id)), lead_ids: lead_ids.filter((id) => !isPast(id)) }
  const things = [...here.row_ids, ...here.lead_ids]
  if (things.length === 0 && left === null && slow.row_ids.length + slow.lead_ids.length > 0) return false
  step.takes(things)
  if (here.lead_ids.length > 0)
    await tellRowsOf(tx, workbook, here.lead_ids, line.columns === 'all' ? null : line.columns)
  if (here.row_ids.length > 0) await tellLeads(tx, workbook, line, here.row_ids)
  // Behind all others, until the next job. No ticket of its own: this job fails, and is tried again.
  await putDirty(tx, carrying, workbook.id, slow.row_ids, line)
  await putDirty(tx, carrying, workbook.id, { lead_ids: slow.lead_ids }, line)
  await settleDirty(tx, line, left)
  return true
}

/** Rows to leads: those that have one change it, the others are linked to the one that their values identify. */
async function tellLeads(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  { columns, detail }: DirtyLine<WorkDetail>,
  ids: readonly string[],
): Promise<void> {
  const stored = new Map((await lockRowData(tx, workbook.id, ids)).map((row) => [row.id, row]))
  const rows = await readRowsForRun(tx, workbook.id, { row_ids: [...stored.keys()] }, null)
  const fields = columnsOfFields(workbook.columns)
  // What rows say of leads that they have comes first: others may be known by it.
  const inOrder = [...rows.filter(({ lead_id }) => lead_id !== null), ...rows.filter(({ lead_id }) => lead_id === null)]
  const said = inOrder
    .map((row) => ({ row, lead: incomingOf(row, fields, workbook.id, columns) }))
    .filter(({ row, lead }) => row.lead_id !== null || isLead(lead.data))
  const placed = await upsertLeads(
    tx,
    said.map(({ lead }) => lead),
    { existing: 'fill_blanks', source: { kind: 'workbook', workbook_id: workbook.id, ...detail } },
  )
  const pairs = said.flatMap(({ row }, index) => {
    const lead = row.lead_id === null ? placed[index]?.lead : null
    return lead ? [{ row_id: row.row_id, lead_id: lead.id, lead: lead.data }] : []
  })
  if (pairs.length === 0) return
  await linkLeads(tx, workbook.id, pairs)
  const showing = workbook.columns.flatMap((column) => (column.type === 'lead_field' ? [column] : []))
  const linked = pairs.map(({ row_id }) => row_id)
  const filled = pairs.flatMap(({ row_id, lead }) => {
    const row = stored.get(row_id)
    const data = row && rowOfLead(row.data, lead, fields, null, true)
    return row && data ? [{ ...row, before: row.data, data }] : []
  })
  const moved = pairs.map(({ row_id, lead }) => ({
    row_id,
    before: {},
    after: Object.fromEntries(showing.map(({ id, field }) => [id, lead[field] ?? null])),
  }))
  const told = filled.length < pairs.length ? { updated: linked } : {}
  await finishWrite(tx, workbook, { rows: linked, columns: showing.map(({ id }) => id), moved, told })
  await takeOver(tx, workbook, filled)
}

/** A row that has only come, or was only looked at, says nothing against its lead; one that was changed does. */
function incomingOf(
  row: Row,
  fields: ReadonlyMap<string, FieldColumn[]>,
  workbookId: string,
  columns: DirtyLine['columns'],
): IncomingLead {
  const { lead_id } = row
  const isChanged = columns === 'all' ? row.created_at !== row.updated_at : columns.length > 0
  const replaces = lead_id !== null && isChanged
  return { ...leadOfRow(row, fields, workbookId, replaces ? columns : 'all'), lead_id, replaces }
}

/** What identifies one, or a person at a company that is known. */
const isLead = (data: JsonObject) =>
  knownKeysOf(data).length > 0 ||
  (data.contact_person !== undefined && (ownDomain(data.domain) ?? ownDomain(data.website)) !== null)

interface CarriedBatch {
  row_ids: readonly string[]
  lead_ids: readonly number[]
  left: DirtyRows | null
}

async function carriedBatch(tx: WorkspaceTx, workbookId: string, rows: DirtyRows, most: number): Promise<CarriedBatch> {
  if ('field' in rows) throw new Error('rows are carried by id or by position')
  if ('lead_ids' in rows) {
    const rest = rows.lead_ids.slice(most)
    return {
      row_ids: [],
      lead_ids: rows.lead_ids.slice(0, most),
      left: rest.length > 0 ? { lead_ids: rest } : null,
    }
  }
  const { ids, left } = await batchOf(tx, workbookId, rows, most)
  return { row_ids: ids, lead_ids: [], left }
}

/** Leads to rows: what changed of the leads takes the place of what their rows say. */
async function tellRowsOf(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  leadIds: readonly number[],
  wanted: readonly string[] | null,
): Promise<void> {
  const leads = await lockLeads(tx, leadIds)
  const { rows: links } = await tx.client.query<{ id: string; lead_id: number }>(
    `select id, lead_id from workbook_rows where workspace_id = $1 and workbook_id = $2 and lead_id = any($3::bigint[])`,
    [tx.workspace_id, workbook.id, leadIds],
  )
  const leadOf = new Map(links.map(({ id, lead_id }) => [id, leads.get(Number(lead_id))]))
  const fields = columnsOfFields(workbook.columns)
  const stored = await lockRowData(tx, workbook.id, [...leadOf.keys()])
  const changed = stored.flatMap((row) => {
    const lead = leadOf.get(row.id)
    const data = lead && rowOfLead(row.data, lead.data, fields, wanted, false)
    return data ? [{ ...row, before: row.data, data }] : []
  })
  await takeOver(tx, workbook, changed)
}

/** As an act of its own in the history of the workbook, so that it can be undone. */
async function takeOver(tx: WorkspaceTx, workbook: OpenWorkbook, rows: readonly EditedRow[]): Promise<void> {
  if (rows.length === 0) return
  const columns = rows.flatMap(({ before, data }) => Object.keys(differences(before, data)?.after ?? {}))
  await writeRows(
    tx,
    workbook,
    rows,
    [...new Set(columns)],
    newChange('edit_cells', {}, 'Taken over from the lead store'),
  )
}
