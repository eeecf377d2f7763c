// Compares the rows of a workbook with each other, in a thread of their own, and writes which may be the same.
//
// Safe to start again at any point: pairs are written over what is there, and what this scan no longer finds goes last.
import type { Static } from 'typebox'
import type { FoundPair } from '../../engine/matching/deduplicate.ts'
import type { NormalRecord } from '../../engine/matching/prepared.ts'
import { bitsOf } from '../../engine/matching/score.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler, type JobRun, WorkFailed } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { startComparing } from '../entities/compare-apart.ts'
import { readSettings } from '../entities/settings.reads.ts'
import { EVERY_ROW, justAbove, readRowsForRun } from '../store/rows.reads.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { mustFindWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { placedDecisions, type RowDecision, readRowDecisions } from './row-decisions.reads.ts'
import { type RowForm, rowFormOf } from './row-form.logic.ts'
import { type NewRowPair, newRowPair, readRowsApart, writeRowPairs } from './row-pairs.writes.ts'
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
  const { form, least, decisions } = await database.inWorkspace(workspace_id, async (tx) => {
    await mustBeThere(tx, workbook_id)
    const { review_threshold } = await readSettings(tx)
    return {
      form: rowFormOf(await readColumns(tx, workbook_id)),
      least: bitsOf(review_threshold),
      decisions: await readRowDecisions(tx, workbook_id),
    }
  })
  const { ids, pairs: compared } = await compareRows(database, run, { workbook_id, form, least, decisions })
  signal.throwIfAborted()
  const apart = await database.inWorkspace(workspace_id, (tx) => readRowsApart(tx, workbook_id))
  const found = compared
    .sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b)
    .slice(0, MOST_PAIRS)
    .map((pair) => newRowPair(form, pair, [ids[pair.a] as string, ids[pair.b] as string]))
    .filter(({ left_id, right_id }) => apart.allows(left_id, right_id))
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
      [tx.workspace_id, workbook_id, run.id, ids.length, ids.length < MOST_ROWS, form.column_ids, decisions.length],
    )
    await run.progress(tx, { message: 'Done', counts: { rows: ids.length, pairs } })
    await run.result(tx, { rows: ids.length, pairs })
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

interface ToCompare {
  workbook_id: string
  form: RowForm
  /** In bits. */
  least: number
  decisions: readonly RowDecision[]
}

async function compareRows(
  database: Database,
  run: Run,
  { workbook_id, form, least, decisions }: ToCompare,
): Promise<{ ids: string[]; pairs: FoundPair[] }> {
  const ids: string[] = []
  const comparing = startComparing({ fields: form.fields, leastWeight: least }, run.signal)
  try {
    const { workspace_id: at, signal } = run
    const steps = openSteps({ database, at, signal, what: 'Reading rows to compare', most: READ })
    for (let from = EVERY_ROW.from; ids.length < MOST_ROWS; ) {
      const rows = await steps.take(async (tx, { size }) => {
        const limit = Math.min(size, MOST_ROWS - ids.length)
        const read = await readRowsForRun(tx, workbook_id, { ...EVERY_ROW, from, limit }, form.column_ids)
        await run.progress(tx, { message: `Reading row ${(ids.length + read.length).toLocaleString('en')}` })
        return read
      })
      const last = rows.at(-1)
      if (!last) break
      comparing.send({ records: rows.map((row): NormalRecord => form.formOf(row)) })
      for (const { row_id } of rows) ids.push(row_id)
      from = justAbove(last.position)
    }
    await database.inWorkspace(run.workspace_id, (tx) =>
      run.progress(tx, { message: `Comparing ${ids.length.toLocaleString('en')} rows` }),
    )
    const { labels, past } = placedDecisions(form, ids, decisions)
    const pairs: FoundPair[] = []
    for await (const some of (await comparing.finish(labels, past)).pairs()) pairs.push(...some)
    return { ids, pairs }
  } finally {
    await comparing.close()
  }
}
