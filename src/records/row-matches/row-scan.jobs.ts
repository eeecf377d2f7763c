// Compares the rows of a workbook with each other, in a thread of their own, and writes which may be the same.
import type { Static } from 'typebox'
import { MISSING } from '../../engine/matching/compare.ts'
import { bitsOf } from '../../engine/matching/score.ts'
import type { Row } from '../../engine/values/row.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler, WorkFailed } from '../../platform/queue/job.ts'
import { readSettings } from '../entities/settings.reads.ts'
import { dropOthers, type ScanRun, scanPairs } from '../matching/scan-pairs.ts'
import { EVERY_ROW, justAbove, readRowsForRun } from '../store/rows/rows.reads.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { mustFindWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { holdRowPairs } from './row-pairs.commands.ts'
import { newRowPair, type RowEvidence, readRowForm, rowInOwnGroup, rowPairsOf } from './row-pairs.reads.ts'
import { ROW_SCAN } from './row-scan.job.ts'

/** Rows that are compared; further ones are told of. */
const MOST_ROWS = 250_000
/** Pairs that are kept, the surest first: users do not review more. */
const MOST_PAIRS = 100_000
const READ = 2000

export function rowScanJob(database: Database): JobHandler<typeof ROW_SCAN.payload> {
  return handleWorkspaceJob(ROW_SCAN, (payload, run) => scanRows(database, payload, run))
}

export async function scanRows(
  database: Database,
  { workbook_id }: Static<typeof ROW_SCAN.payload>,
  run: ScanRun,
): Promise<void> {
  const { workspace_id } = run
  const { form, least } = await database.inWorkspace(workspace_id, async (tx) => {
    await mustBeThere(tx, workbook_id)
    const { review_threshold } = await readSettings(tx)
    const form = await readRowForm(tx, workbook_id, await readColumns(tx, workbook_id))
    return { form, least: bitsOf(review_threshold) }
  })
  const scan = {
    table: rowPairsOf(workbook_id),
    scanId: newId(),
    async hold(tx: WorkspaceTx) {
      await mustBeThere(tx, workbook_id)
      await holdRowPairs(tx, workbook_id)
    },
  }
  const done = await scanPairs<Pick<Row, 'row_id' | 'position'>, string, RowEvidence>(database, run, {
    ...scan,
    subject: {
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
    },
    recordOf: ({ row_id }) => rowInOwnGroup(row_id),
    pairOf: (found, ids) => newRowPair(form, found, ids),
    levelsOf: (evidence) =>
      form.fields.map(
        ({ name, kind }) => evidence.fields.find((of) => of.name === name && of.kind === kind)?.level ?? MISSING,
      ),
    most: MOST_PAIRS,
  })
  if (done.stood.length > 0) throw new WorkFailed(done.stood.join('. '))
  await dropOthers(database, run, scan, done.standing)
  const { records: rows, pairs, decisions } = done
  await database.inWorkspace(workspace_id, async (tx) => {
    await mustBeThere(tx, workbook_id)
    await tx.client.query(
      `insert into row_scans (workspace_id, workbook_id, job_id, rows, complete, column_ids, decisions) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (workspace_id, workbook_id) do update set job_id = excluded.job_id, rows = excluded.rows,
         complete = excluded.complete, column_ids = excluded.column_ids, decisions = excluded.decisions, at = now()`,
      [tx.workspace_id, workbook_id, run.id, rows, rows < MOST_ROWS, form.column_ids, decisions],
    )
    await run.progress(tx, { message: 'Done', counts: { rows, pairs } })
    await run.result(tx, { rows, pairs })
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
