// Records the outcome of deliveries that output columns queued for an endpoint, in their attempts and cells.

import { cellOf } from '../../engine/values/row.ts'
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import { webhookSettled } from '../../identity/webhooks/settled.jobs.ts'
import { messageIdOf } from '../../identity/webhooks/webhooks.reads.ts'
import type { Json } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { applyCells } from '../../records/rows/cells.commands.ts'
import { readRowsForRun } from '../../records/store/rows/rows.reads.ts'
import { emitCells } from '../../records/store/workbook.events.ts'
import { describeOutcome } from '../attempts/attempts.logic.ts'
import { ATTEMPTS, readAttempts } from '../attempts/attempts.reads.ts'
import { writeAttempts } from '../attempts/attempts.writes.ts'
import { type Askable, type Lookups, readLookups } from '../money/facts.ts'
import { judgeAgain } from './late.commands.ts'

type SettledParts = Askable & { database: Database; now: () => Date }

export function deliveryJobs(parts: SettledParts): JobHandler[] {
  return [
    handleWorkspaceJob(webhookSettled, async ({ delivery_ids }, { workspace_id, signal }) => {
      for (const id of delivery_ids) {
        if (signal.aborted) throw signal.reason
        await parts.database.inWorkspace(workspace_id, async (tx) => {
          await tellCell(parts, tx, await readLookups(tx, parts), id)
        })
      }
    }),
  ]
}

interface Settled {
  state: 'pending' | 'delivered' | 'failed' | 'cancelled'
  last_error: string | null
  answer: string | null
  workbook_id: string
  run_id: string
  is_open: boolean
}

/** A delivery is named as the attempt it was made for. */
async function tellCell(parts: SettledParts, tx: WorkspaceTx, lookups: Lookups, id: string): Promise<void> {
  const { rows } = await tx.client.query<Settled>(
    `select d.state, d.last_error, a.workbook_id, a.run_id, a.state = 'reserved' as is_open,
       (select t.answer from webhook_attempts t where t.workspace_id = $1 and t.delivery_id = d.id order by t.n desc limit 1) as answer
      from webhook_deliveries d join ${ATTEMPTS} a on a.workspace_id = d.workspace_id and a.id = d.id
      where d.workspace_id = $1 and d.id = $2`,
    [tx.workspace_id, id],
  )
  const [settled] = rows
  if (!settled || settled.state === 'pending') return
  // Its run has yet to say what it knows, or its next worker that the outcome is unknown.
  if (settled.is_open) throw new Error('the run that handed the delivery over has not put it on record yet')
  const { workbook_id, run_id } = settled
  const before = (await readAttempts(tx, [id])).get(id)
  if (!before) return
  const outcome = outcomeOf(settled, id)
  const attempt = { ...before, ...describeOutcome(outcome), state: 'settled' as const, answer: outcome }
  await writeAttempts(tx, workbook_id, run_id, [attempt])
  const { row_id, column_id } = before
  const [row] = await readRowsForRun(tx, workbook_id, { row_ids: [row_id] }, null)
  const cell = row && cellOf(row, column_id)
  // A typed value, or one of a later run, stays.
  if (!row || cell?.run_id !== run_id || cell.status === 'overridden') return
  const write = await judgeAgain(parts, tx, lookups, { workbook_id, run_id, row_id, column_id }, row, [attempt])
  if (!write) return
  const told = outcome.kind === 'found' ? write : { ...write, value: failedValue(cell.value) }
  await applyCells(tx, workbook_id, [told])
  await emitCells(tx, workbook_id, [told])
}

function outcomeOf({ state, last_error, answer }: Settled, id: string): Outcome {
  if (state !== 'delivered') {
    const message = [last_error ?? 'It was not delivered', answer?.trim().slice(0, 200)].filter(Boolean).join(': ')
    return { kind: 'failed', class: 'bad_input', message, retryable: false }
  }
  return {
    kind: 'found',
    confidence: 1,
    verified: true,
    values: { status: 'delivered', record_id: messageIdOf(id) },
    origin: { method: 'api', license: 'user-provided' },
  }
}

/** A cell with an error keeps what it said before: that it waits is not true any more. */
function failedValue(value: Json): Json {
  if (value === 'queued') return 'failed'
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
  return isObject && value.status === 'queued' ? { ...value, status: 'failed' } : value
}
