// Explains a cell: what the column would do on this row now, and every attempt that was made at it.

import { type CellPlanSpec, planSpec } from '../../engine/columns/columns.ts'
import { customWords } from '../../engine/columns/custom-columns.ts'
import { explainMismatch } from '../../engine/filter/explain.ts'
import { type Cell, cellOf, shownValue } from '../../engine/values/row.ts'
import { planCell } from '../../engine/waterfall/cell.ts'
import { isTestData, realId } from '../../engine/waterfall/test-data.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readCellHistory } from '../../records/history/cell-history.reads.ts'
import { readRowsForRun } from '../../records/store/rows/rows.reads.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import { ATTEMPTS } from '../attempts/attempts.reads.ts'
import { type Askable, readLookups } from '../money/facts.ts'
import { readPerformance } from '../performance/performance.commands.ts'
import { conditionReads, readLineage } from './lineage.reads.ts'
import type { CellTrace } from './trace.schema.ts'

const ENTERED = 'Entered by a user, an import, a source or a program; the history has each change'
const MOST_ATTEMPTS = 200
const MOST_VERSIONS = 20

/** @throws Refusal `not_found` for an unknown row or column */
export async function readTrace(
  tx: WorkspaceTx,
  askable: Askable,
  now: number,
  workbook: string,
  rowId: string,
  columnId: string,
): Promise<CellTrace> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  const columns = await readColumns(tx, workbookId)
  const column = columns.find((candidate) => candidate.id === columnId)
  if (!column) return refuse('not_found', 'Column not found')
  // A computed value makes no calls, and neither does one that was entered: their words explain them.
  const spec = planSpec(column, columns, await readPerformance(tx))
  const [row] = isUuid(rowId) ? await readRowsForRun(tx, workbookId, { row_ids: [rowId] }, null) : []
  if (!row) refuse('not_found', 'Row not found')

  const { factsOf, lookupOf, own } = await readLookups(tx, askable)
  const made = (spec?.steps ?? []).flatMap((step) => lookupOf(step) ?? [])
  const labels = new Map([...made, ...own, ...askable.catalog].map((lookup) => [realId(lookup.id), lookup.label]))
  const labelOf = (id: string) =>
    (labels.get(realId(id)) ?? customWords(id) ?? id) + (isTestData(id) ? ' (test data)' : '')
  const request = {
    row,
    mode: 'all',
    now,
    factsOf,
    unsettled: new Set<string>(),
  } as const
  const decision = spec && planCell({ ...request, spec, force: true })
  const mismatch =
    spec?.run_if && explainMismatch(spec.run_if, row, (id) => columns.find((each) => each.id === id)?.name, now)
  const cell = cellOf(row, columnId)
  const stored = await readCell(tx, workbookId, row.row_id, columnId)
  const isEntered = column.type === 'input'
  return {
    row_id: row.row_id,
    column_id: columnId,
    column_name: column.name,
    status: cell?.status ?? (isEntered ? 'complete' : 'pending'),
    value: isEntered ? shownValue(row, columnId) : (cell?.value ?? null),
    reason: cell?.reason ?? null,
    detail: isEntered ? ENTERED : (stored?.detail ?? (spec ? null : (stored?.error_message ?? null))),
    confidence: cell?.confidence ?? null,
    cost_usd: cell ? cell.cost_usd : 0,
    run_id: cell?.run_id ?? null,
    updated_at: cell?.updated_at ?? null,
    provenance: stored?.provenance ?? null,
    condition: {
      text: mismatch ?? (spec?.run_if ? 'The condition holds' : null),
      holds: spec?.run_if ? mismatch === null : null,
      reads: conditionReads(column, columns, row),
    },
    steps:
      decision?.kind === 'ask'
        ? decision.plan.steps.map(({ id, provider, inputs, skip }) => ({
            step_id: id,
            provider,
            label: labelOf(provider),
            inputs,
            skip,
          }))
        : [],
    lineage: await readLineage(tx, workbookId, columns, row, columnId, labelOf),
    row_source: row.source,
    history: (
      await readCellHistory(
        tx,
        { workbook_id: workbookId, row_id: row.row_id, column_id: columnId },
        { limit: MOST_VERSIONS },
      )
    ).items,
    attempts: judged(await readAttempts(tx, workbookId, row.row_id, columnId), cell, spec).map((attempt) => ({
      ...attempt,
      label: labelOf(attempt.provider),
    })),
  }
}

type StoredAttempt = Omit<CellTrace['attempts'][number], 'label' | 'accepted'>

/** Where the first good answer ends the asking, the one that ended it is the last that the cell's provider gave. */
function judged(attempts: StoredAttempt[], cell: Cell | undefined, spec: CellPlanSpec | null) {
  // A research takes many steps to one answer; a verifier finds nothing itself.
  const finders = spec?.steps.filter(({ made, verifies }) => !made && verifies === undefined).map(({ id }) => id) ?? []
  const isTold = spec?.mode === undefined && (cell?.status === 'complete' || cell?.status === 'unverified')
  const answers = attempts.filter(
    (one) =>
      isTold &&
      one.outcome === 'found' &&
      one.run_id !== null &&
      one.run_id === cell?.run_id &&
      finders.includes(one.step_id),
  )
  const gave = cell?.status === 'complete' ? answers.findLast(({ provider }) => provider === cell.provider) : undefined
  return attempts.map((one) => ({ ...one, accepted: answers.includes(one) ? one === gave : null }))
}

interface CellDetail {
  detail: string | null
  provenance: Json
  error_message: string | null
}

async function readCell(tx: WorkspaceTx, workbookId: string, rowId: string, columnId: string) {
  const { rows } = await tx.client.query<CellDetail>(
    `select detail, provenance, error_message from cells
     where workspace_id = $1 and workbook_id = $2 and row_id = $3 and column_id = $4`,
    [tx.workspace_id, workbookId, rowId, columnId],
  )
  return rows[0]
}

async function readAttempts(
  tx: WorkspaceTx,
  workbookId: string,
  rowId: string,
  columnId: string,
): Promise<StoredAttempt[]> {
  const { rows } = await tx.client.query<Omit<StoredAttempt, 'started_at'> & { started_at: Date; newest: string }>(
    `select id, run_id, step_id, provider, state, outcome, reason, detail, confidence, cached, cost_micro / 1e6::float8 as cost_usd,
        started_at, duration_ms, request, response, answer -> 'evidence' as evidence,
        (answer ->> 'verified')::boolean as verified,
        max(id::text) over (partition by run_id) as newest
      from ${ATTEMPTS} attempts where workspace_id = $1 and workbook_id = $2 and row_id = $3 and column_id = $4
      order by newest desc, id limit ${MOST_ATTEMPTS}`,
    [tx.workspace_id, workbookId, rowId, columnId],
  )
  return rows.map(({ newest: _, started_at, ...attempt }) => ({ ...attempt, started_at: started_at.toISOString() }))
}
