// Compares the rows of a workbook with each other, in a thread of their own, and writes which may be the same.
//
// Safe to start again at any point: pairs are written over what is there, and what this scan no longer finds goes last.
import type { Static } from 'typebox'
import type { FoundPair } from '../../engine/matching/deduplicate.ts'
import { bitsOf } from '../../engine/matching/score.ts'
import type { Row } from '../../engine/values/row.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler, type JobRun, WorkFailed } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { compareAll, type Subject } from '../entities/compare-apart.ts'
import { readSettings } from '../entities/settings.reads.ts'
import { EVERY_ROW, justAbove, readRowsForRun } from '../store/rows.reads.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { mustFindWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { readRowDecisions } from './row-decisions.reads.ts'
import { rowFormOf } from './row-form.logic.ts'
import { type NewRowPair, newRowPair, readRowsApart, standing, writeRowPairs } from './row-pairs.writes.ts'
import { ROW_SCAN } from './row-scan.job.ts'

/** Rows that are compared; further ones are told of. */
const MOST_ROWS = 250_000
/** Pairs that are kept, the surest first: users do not review more. */
const MOST_PAIRS = 100_000
const READ = 2000
const WRITTEN = 1000

type Run = JobRun & { workspace_id: WorkspaceId }

export function rowScanJob(database: Database): JobHandler<typeof ROW_SCAN.payload> {
  return handleWorkspaceJob(ROW_SCAN, (payload, run) => scanRows(database, payload, run))
}

export async function scanRows(
  database: Database,
  { workbook_id }: Static<typeof ROW_SCAN.payload>,
  run: Run,
): Promise<void> {
  const { workspace_id, signal } = run
  const { form, least, decided } = await database.inWorkspace(workspace_id, async (tx) => {
    await mustBeThere(tx, workbook_id)
    const { review_threshold } = await readSettings(tx)
    const form = rowFormOf(await readColumns(tx, workbook_id))
    return { form, least: bitsOf(review_threshold), decided: await readRowDecisions(tx, workbook_id, form) }
  })
  const subject: Subject<Pick<Row, 'row_id' | 'position'>> = {
    fields: form.fields,
    leastWeight: least,
    what: 'rows',
    most: READ,
    async read(tx, size, before) {
      const last = before.at(-1)
      const from = last ? justAbove(last.position) : EVERY_ROW.from
      const limit = Math.min(size, MOST_ROWS - before.length)
      const rows =
        limit === 0 ? [] : await readRowsForRun(tx, workbook_id, { ...EVERY_ROW, from, limit }, form.column_ids)
      const items = rows.map(({ row_id, position }) => ({ row_id, position }))
      return { items, message: { records: rows.map((row) => form.formOf(row)) } }
    },
    idOf: ({ row_id }) => row_id,
    decided,
  }
  const compared: FoundPair[] = []
  const rows = await compareAll(database, run, subject, async (_, { pairs }) => {
    for await (const some of pairs()) compared.push(...some)
  })
  signal.throwIfAborted()
  const idAt = (place: number) => (rows[place] as (typeof rows)[number]).row_id
  const apart = await database.inWorkspace(workspace_id, (tx) => readRowsApart(tx, workbook_id))
  const found = compared
    .sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b)
    .slice(0, MOST_PAIRS)
    .map((pair) => newRowPair(form, pair, [idAt(pair.a), idAt(pair.b)]))
    .filter(({ left_id, right_id }) => apart.allows(standing(left_id), standing(right_id)))
  const scanId = newId()
  const steps = openSteps<NewRowPair>({
    database,
    at: workspace_id,
    signal,
    what: 'Writing pairs of rows',
    most: WRITTEN,
    nameOf: ({ left_id, right_id }) => `the pair of rows ${left_id} and ${right_id}`,
  })
  const written = await steps.each(found, async (tx, some, from) => {
    await run.progress(tx, { done: from + some.length, total: found.length, message: 'Writing pairs' })
    return writeRowPairs(tx, workbook_id, some, scanId)
  })
  const pairs = written.reduce((sum, n) => sum + n, 0)
  const stood = steps.stood()
  // What was not written is not there to be found, though it was.
  if (stood !== null) throw new WorkFailed(stood)
  for (let gone = 1; gone > 0; )
    gone = await steps.take(async (tx, { size }) => {
      await mustBeThere(tx, workbook_id)
      const { rowCount } = await tx.client.query(
        `delete from row_pairs where workspace_id = $1 and id = any(array(select id from row_pairs where workspace_id = $1
           and workbook_id = $2 and status = 'pending' and scan_id is distinct from $3 limit $4))`,
        [tx.workspace_id, workbook_id, scanId, size],
      )
      return rowCount ?? 0
    })
  await database.inWorkspace(workspace_id, async (tx) => {
    await mustBeThere(tx, workbook_id)
    await tx.client.query(
      `insert into row_scans (workspace_id, workbook_id, job_id, rows, complete, column_ids, decisions) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (workspace_id, workbook_id) do update set job_id = excluded.job_id, rows = excluded.rows,
         complete = excluded.complete, column_ids = excluded.column_ids, decisions = excluded.decisions, at = now()`,
      [tx.workspace_id, workbook_id, run.id, rows.length, rows.length < MOST_ROWS, form.column_ids, decided.length],
    )
    await run.progress(tx, { message: 'Done', counts: { rows: rows.length, pairs } })
    await run.result(tx, { rows: rows.length, pairs })
    await emitWorkbook(tx, 'workbook.updated', workbook_id)
  })
}

/** Another try would find a deleted workbook no more than this one. */
async function mustBeThere(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await mustFindWorkbook(tx, workbookId).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') throw new WorkFailed('The workbook was deleted')
    throw error
  })
}
