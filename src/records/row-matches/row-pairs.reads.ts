// The pairs of rows of a workbook that may be the same, the surest first, with both rows beside each other.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { LEVELS } from '../../engine/matching/levels.ts'
import type { FieldKind } from '../../engine/matching/match-fields.ts'
import { explainPair } from '../../engine/matching/reasons.ts'
import { type Row, referencedValue } from '../../engine/values/row.ts'
import { shortText } from '../../kernel/cut-text.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { readRowsForRun } from '../store/rows.reads.ts'
import { mustFindWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { rowFormOf } from './row-form.logic.ts'
import type { RowPairList, RowPairsQuery } from './row-matches.schema.ts'
import type { RowEvidence } from './row-pairs.writes.ts'
import { ROW_SCAN } from './row-scan.job.ts'

export interface StoredPair {
  id: number
  status: 'pending' | 'rejected'
  left_id: string
  right_id: string
  weight: number
  probability: number
  evidence: RowEvidence
  reopened: string[] | null
  decided_name: string | null
  decided_at: Date | null
}

/** A merged pair of which both rows are there was undone, and stands as it did before. */
const BOTH_ROWS = `join workbook_rows l on l.workspace_id = $1 and l.workbook_id = $2 and l.id = p.left_id
  join workbook_rows r on r.workspace_id = $1 and r.workbook_id = $2 and r.id = p.right_id`
const live = (statuses: string) => `(select * from row_pairs where workspace_id = $1 and workbook_id = $2
  and status in (${statuses}) order by status offset 0) p ${BOTH_ROWS}`
export const LIVE = { pending: live(`'pending', 'merged'`), rejected: live(`'rejected'`) } as const

const SHOWN_CHARACTERS = 300

/** Refuses (404) an unknown workbook. */
export async function readRowPairs(
  tx: WorkspaceTx,
  workbookId: string,
  { status = 'pending', probability = 0, limit, cursor }: RowPairsQuery,
): Promise<RowPairList> {
  const id = await mustFindWorkbook(tx, workbookId)
  const columns = await readColumns(tx, id)
  const name = `row pairs ${status}`
  const after = decodeCursor(name, cursor)
  const { rows } = await tx.client.query<StoredPair>(
    `select p.id, $3 as status, p.left_id, p.right_id, p.weight, p.probability, p.evidence, p.reopened, p.decided_name, p.decided_at
     from ${LIVE[status]} where p.probability >= $4
       ${after ? 'and (-p.weight, p.id) > (-($6::real), $7::bigint)' : ''}
     order by p.weight desc, p.id limit $5`,
    [tx.workspace_id, id, status, probability, limit + 1, ...(after ?? [])],
  )
  const counted = await tx.client.query<{ total: number }>(
    `select count(*)::int as total from ${LIVE[status]} where p.probability >= $3`,
    [tx.workspace_id, id, probability],
  )
  const page = pageOf(name, rows, limit, (row) => [row.weight, row.id])
  const form = rowFormOf(columns)
  return {
    items: await shownPairs(tx, id, columns, page.items),
    next_cursor: page.next_cursor,
    total: counted.rows[0]?.total ?? 0,
    columns: columns
      .filter((column) => form.column_ids.includes(column.id))
      .map((one) => ({ id: one.id, name: one.name })),
    scan: await readScan(tx, id),
  }
}

/** Locked. Refuses (404) a pair that is not there, or of which a row is gone. */
export async function mustLockPair(
  tx: WorkspaceTx,
  workbookId: string,
  pairId: number,
): Promise<StoredPair & { stored: string }> {
  const { rows } = await tx.client.query<StoredPair & { stored: string }>(
    `select p.*, p.status as stored, case p.status when 'rejected' then 'rejected' else 'pending' end as status
     from row_pairs p ${BOTH_ROWS} where p.workspace_id = $1 and p.workbook_id = $2 and ${inOrder('p.id', '$3')} for update of p`,
    [tx.workspace_id, workbookId, pairId],
  )
  return rows[0] ?? refuse('not_found', 'Pair not found')
}

export async function readRowPair(tx: WorkspaceTx, workbookId: string, pairId: number) {
  const pair = await mustLockPair(tx, workbookId, pairId)
  const [shown] = await shownPairs(tx, workbookId, await readColumns(tx, workbookId), [pair])
  return shown ?? refuse('not_found', 'Pair not found')
}

async function shownPairs(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnConfig[],
  pairs: readonly StoredPair[],
): Promise<RowPairList['items']> {
  if (pairs.length === 0) return []
  const { column_ids } = rowFormOf(columns)
  const row_ids = [...new Set(pairs.flatMap(({ left_id, right_id }) => [left_id, right_id]))]
  const rows = new Map((await readRowsForRun(tx, workbookId, { row_ids }, column_ids)).map((row) => [row.row_id, row]))
  const nameOf = new Map(columns.map(({ id, name }) => [id, name]))
  const sideOf = (row: Row) => ({
    row_id: row.row_id,
    position: row.position,
    values: Object.fromEntries(column_ids.map((id) => [id, shortened(referencedValue(row, id))])),
  })
  return pairs.flatMap((pair) => {
    const [left, right] = [rows.get(pair.left_id), rows.get(pair.right_id)]
    if (!left || !right) return []
    const [first, second] = left.position <= right.position ? [left, right] : [right, left]
    return [
      {
        id: pair.id,
        status: pair.status,
        weight: pair.weight,
        ...toldOf(pair.evidence, pair.weight, nameOf),
        probability: Math.round(pair.probability * 10_000) / 10_000,
        reopened_by: pair.reopened?.map((name) => nameOf.get(name) ?? name) ?? null,
        first: sideOf(first),
        second: sideOf(second),
        decided_by: pair.status === 'rejected' ? pair.decided_name : null,
        decided_at: pair.status === 'rejected' ? (pair.decided_at?.toISOString() ?? null) : null,
      },
    ]
  })
}

/** Fields as people call them: by their column, save for the parts of a whole name. */
function toldOf(evidence: RowEvidence, weight: number, nameOf: ReadonlyMap<string, string>) {
  const fields = evidence.fields.map(({ name, kind, column_id, level, weight }) => ({
    column_id,
    name: nameOf.get(name) ?? name.replaceAll('_', ' '),
    agreement: LEVELS[kind as FieldKind]?.[level]?.words ?? 'compared',
    is_same: level === 0,
    weight,
  }))
  const comparisons = fields.map(({ name, agreement, is_same, weight }) => ({
    field: name,
    agreement,
    is_same,
    weight,
  }))
  return { fields, ...explainPair(comparisons, evidence.relation, weight) }
}

function shortened(value: Json): Json {
  return typeof value === 'string' && value.length > SHOWN_CHARACTERS ? shortText(value, SHOWN_CHARACTERS) : value
}

async function readScan(tx: WorkspaceTx, workbookId: string): Promise<RowPairList['scan']> {
  const { rows: jobs } = await tx.client.query<{
    id: string
    status: NonNullable<RowPairList['scan']>['status']
    message: string | null
    error: string | null
  }>(
    `select id, status, message, error from jobs
     where workspace_id = $1 and ${inOrder('kind', '$2', `and subject ->> 'workbook_id' = $3`)}, id desc limit 1`,
    [tx.workspace_id, ROW_SCAN.name, workbookId],
  )
  const { rows: scans } = await tx.client.query<{
    job_id: string
    rows: number
    complete: boolean
    at: Date
    decisions: number
  }>('select job_id, rows, complete, at, decisions from row_scans where workspace_id = $1 and workbook_id = $2', [
    tx.workspace_id,
    workbookId,
  ])
  const [job, last] = [jobs[0], scans[0]]
  const job_id = job?.id ?? last?.job_id
  if (job_id === undefined) return null
  return {
    job_id,
    status: job?.status ?? 'done',
    message: job?.error ?? job?.message ?? null,
    rows: last?.rows ?? null,
    complete: last?.complete ?? null,
    at: last?.at.toISOString() ?? null,
    decisions: last?.decisions ?? null,
  }
}
