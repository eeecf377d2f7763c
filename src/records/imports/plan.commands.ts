// Makes the plan of an import: every row of the file with what a commit will do with it. The workbook is not changed.

import { Type } from 'typebox'
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, type JobRun } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { startWork } from '../../platform/queue/work.ts'
import { WORKED_HERE, workHere } from '../../platform/queue/work-here.ts'
import { readDeclared } from '../own-providers/own-providers.reads.ts'
import { readRow, type Tally } from '../reading/row-reading.logic.ts'
import { type BulkWorkbook, openBulk, sameIdentity } from '../rows/bulk.commands.ts'
import { mustBeSound, withColumnIds } from '../store/columns/columns.logic.ts'
import { takeColumnNumbers } from '../store/columns/columns.writes.ts'
import { type DuplicateKey, identityKey } from '../store/identity.logic.ts'
import { withoutWaiting } from '../store/rows/positions.writes.ts'
import { identityFor, mapColumns, mappedColumns, noRows, policyFor, wantedColumns } from './choices.logic.ts'
import type { ImportOptions } from './import.schema.ts'
import { endImport } from './import-end.commands.ts'
import type { ImportRecord } from './import-record.schema.ts'
import {
  changeImport,
  emitImport,
  fileWords,
  mustReadImport,
  readImport,
  recordOf,
  type StoredImport,
  stateOf,
} from './import-record.writes.ts'
import type { MappedColumn } from './mapping.logic.ts'
import type { RowsMark, StoredPlan } from './plan.logic.ts'
import { openPlanWriter, type PlanInput } from './plan.writer.ts'
import type { RemoteFile } from './reader/read-file.ts'
import { refusedValues } from './rejected-rows.writes.ts'
import { hasKeys } from './rows.writer.ts'
import { mustHaveFile, openImport } from './stored-import.commands.ts'
import { takeRows } from './take-rows.ts'

/** Its handler is in import.jobs.ts. Who cancels it gives the import up. */
export const IMPORT_PLAN = defineJob({
  name: 'workbook.plan_import',
  payload: Type.Object({ workbook_id: Type.String(), import_id: Type.String() }),
  attempts: 3,
  lane: 'long',
  async cancel(tx, { import_id }, end) {
    const stored = await readImport(tx, import_id, true)
    const status = await end()
    if (stored && stateOf(stored) === 'planning') await endImport(tx, stored, 'cancelled')
    return status
  },
  async ended(tx, { id, payload, status }) {
    if (status !== 'failed') return
    const stored = await readImport(tx, payload.import_id)
    if (stored?.job_id === id && stored.plan === null)
      await emitImport(tx, stored, { state: stateOf(stored), done: 0, total: null })
  },
})

/** What the work of imports needs. */
export interface ImportParts {
  database: Database
  now: () => Date
}

const PROGRESS_ROWS = 10_000
const PURGE_BATCH = 20_000

/** Has the plan made in the background. Refuses (409) while the import is at work or has ended. */
export async function requestPlan(
  tx: WorkspaceTx,
  workbookId: string,
  importId: string,
  options: ImportOptions,
): Promise<ImportRecord> {
  const { id } = await openBulk(tx, workbookId)
  const stored = await mustReadImport(tx, id, importId, true)
  mustHaveFile(stored)
  return recordOf(await startPlanning(tx, stored, options))
}

/** The import is being planned from now on, by its job: `here` by the request that asks, while it lives. */
export async function startPlanning(
  tx: WorkspaceTx,
  stored: StoredImport,
  options: ImportOptions,
  here = false,
): Promise<StoredImport> {
  const { id: import_id, workbook_id } = stored
  const payload = { workbook_id, import_id }
  const title = `Plan the import of ${fileWords(stored)}`
  const job_id = await startWork(tx, IMPORT_PLAN, payload, { title, subject: payload, ...(here && WORKED_HERE()) })
  await changeImport(tx, import_id, { options, plan: null, error: null, job_id })
  return (await readImport(tx, import_id)) ?? stored
}

/** Makes the plan here and now. Refuses (422) what is wrong with the file or the options. */
export async function planWhole(
  parts: ImportParts,
  at: WorkspaceScope,
  importId: string,
  options: ImportOptions,
  signal: AbortSignal,
): Promise<void> {
  const { database, now } = parts
  const stored = await database.inWorkspace(at, async (tx) => {
    const found = await readImport(tx, importId, true)
    return found ? startPlanning(tx, found, options, true) : null
  })
  if (!stored?.job_id) return
  await workHere({ database, now, at, id: stored.job_id, signal }, (run) => makePlan(parts, at, stored, run))
}

/** Reads the file and stores what happens to each row. Begins again when it was broken off. */
export async function makePlan(
  parts: ImportParts,
  at: WorkspaceScope,
  stored: StoredImport,
  run: JobRun,
): Promise<void> {
  await dropPlan(parts.database, at, stored.id, run.signal)
  const file = await openImport(parts.database, at.workspace_id, stored, stored.options)
  try {
    await planFile(parts, at, stored, file, run)
  } finally {
    file.close()
  }
}

async function planFile(
  { database, now }: ImportParts,
  at: WorkspaceScope,
  stored: StoredImport,
  file: RemoteFile,
  run: JobRun,
): Promise<void> {
  const { signal } = run
  const inTx = <T>(work: (tx: WorkspaceTx) => Promise<T>) => database.inWorkspace(at, work)
  const { workbook, mark, hasKeyed } = await inTx(async (tx) => ({
    workbook: await openBulk(tx, stored.workbook_id),
    hasKeyed: await hasKeys(tx, stored.workbook_id),
    mark: await readRowsMark(tx, stored.workbook_id),
  }))
  const placed = mapColumns(file, stored.options, workbook.columns)
  const added = await inTx((tx) => futureColumns(tx, workbook, placed))
  const mapped = mappedColumns(placed, workbook.columns, added)
  const identity = identityFor(stored.options, mapped)
  const policy = policyFor(stored.options, mapped)
  const ownKeys = identity !== null && !sameIdentity(workbook.identity, identity)
  if (ownKeys) await stageKeys(database, at, stored, identity, signal)
  const writer = openPlanWriter({
    import_id: stored.id,
    workbook_id: workbook.id,
    policy,
    ownKeys,
    hasKeys: hasKeyed,
    hasKey: identity !== null,
  })
  const keyBy = identity ?? workbook.identity
  const tally: Tally = new Map()
  const names = [...file.names]
  let told = 0
  const read = await takeRows({
    file,
    signal,
    read(record): PlanInput {
      const { data, reason } = readRow(record, names, mapped, tally)
      const refused = reason === null ? null : { reason, values: refusedValues(record.fields) }
      return {
        line: record.line,
        key: keyBy && !refused ? identityKey(keyBy, data) : null,
        data,
        refused,
        same_as: record.same_as ?? null,
      }
    },
    write({ batch, rows: done }) {
      const tells = done - told >= PROGRESS_ROWS
      if (tells) told = done
      return inTx(async (tx) => {
        // After a crash the lost part is planned again.
        await Promise.all([withoutWaiting(tx), writer.write(tx, batch)])
        if (!tells) return
        await run.hold(tx)
        await run.progress(tx, { done })
        await emitImport(tx, stored, { state: 'planning', done, total: null })
      })
    },
  })
  if (read === 0) noRows(file)
  const plan: StoredPlan = {
    shown: {
      ...writer.counts,
      columns_created: added,
      unparsed: [...tally].map(([index, one]) => ({ index, name: names[index] ?? '', ...one })),
      made_at: now().toISOString(),
    },
    rows: read,
    mapped,
    added,
    identity,
    policy,
    ...mark,
  }
  await inTx(async (tx) => {
    await readImport(tx, stored.id, true)
    await run.hold(tx)
    await run.progress(tx, { done: read, total: read })
    await changeImport(tx, stored.id, { plan, names })
    await emitImport(tx, stored, { state: 'planned', done: read, total: read })
  })
}

export async function readRowsMark(tx: WorkspaceTx, workbookId: string): Promise<RowsMark> {
  const { rows } = await tx.client.query<RowsMark>(
    'select next_position, total_rows from workbooks where workspace_id = $1 and id = $2',
    [tx.workspace_id, workbookId],
  )
  return rows[0] ?? { next_position: 0, total_rows: 0 }
}

/** The columns a commit will add, with the ids they will have: numbers are taken now, gaps are harmless. */
async function futureColumns(
  tx: WorkspaceTx,
  workbook: BulkWorkbook,
  placed: readonly MappedColumn[],
): Promise<InputColumn[]> {
  const wanted = wantedColumns(placed)
  if (wanted.length === 0) return []
  const first = await takeColumnNumbers(tx, workbook.id, wanted.length)
  const added = withColumnIds(
    wanted.map(({ column }) => column),
    first,
  ) as InputColumn[]
  const before = workbook.columns
  const locOf = (index: number) =>
    index < before.length ? null : ['options', 'mapping', wanted[index - before.length]?.place ?? 0, 'target']
  mustBeSound(before, [...before, ...added], locOf, await readDeclared(tx))
  return added
}

/** Removes the lines of an earlier plan, a batch at a time. */
async function dropPlan(database: Database, at: WorkspaceScope, importId: string, signal: AbortSignal): Promise<void> {
  const steps = openSteps({ database, at, signal, what: 'Removing an earlier plan', most: PURGE_BATCH })
  for (const table of ['import_rows', 'import_keys'])
    while (
      await steps.take(async (tx, { size }) => {
        const { rowCount } = await tx.client.query(
          `delete from ${table} where ctid = any (array(
             select ctid from ${table} where workspace_id = $1 and import_id = $2 limit $3))`,
          [tx.workspace_id, importId, size],
        )
        return rowCount === size
      })
    );
}

/** Keeps the keys that the rows of the workbook would have by an identity that is not its own yet; of equal ones the first row's. */
async function stageKeys(
  database: Database,
  at: WorkspaceScope,
  { id, workbook_id }: StoredImport,
  identity: DuplicateKey,
  signal: AbortSignal,
): Promise<void> {
  for (let after: number | null = Number.NEGATIVE_INFINITY; after !== null; ) {
    signal.throwIfAborted()
    const from: number = after
    after = await database.inWorkspace(at, async (tx) => {
      const { rows } = await tx.client.query<{ id: string; position: number; data: JsonObject }>(
        `select id, position, data from workbook_rows where workspace_id = $1 and workbook_id = $2
           and position > $3 order by position limit 5000`,
        [tx.workspace_id, workbook_id, from],
      )
      const keyed = rows.flatMap(({ id: row_id, data }) => {
        const key = identityKey(identity, data)
        return key === null ? [] : [{ key, row_id }]
      })
      await tx.client.query(
        `insert into import_keys (workspace_id, import_id, key, row_id)
         select $1, $2, x.key, x.row_id from rows from (unnest($3::text[]), unnest($4::uuid[])) with ordinality as x(key, row_id, n)
         order by x.n on conflict do nothing`,
        [tx.workspace_id, id, keyed.map(({ key }) => key), keyed.map(({ row_id }) => row_id)],
      )
      return rows.at(-1)?.position ?? null
    })
  }
}
