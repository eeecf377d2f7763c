// Waits for the outcome of an action before it, and says what follows a failure.
import { Type } from 'typebox'
import { awaitDelivery } from '../../identity/webhooks/webhooks.commands.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type ActionResult, defineAction, type StepRecord } from './action.ts'
import { Inside } from './action-values.ts'
import { LONGEST_WAIT_DAYS, waitWords } from './waits.logic.ts'

const AwaitOutcome = Type.Object({
  of: Type.Integer({
    minimum: 1,
    description: 'The id of the action before, whose outcome decides.',
    ...shownAs({ title: 'The outcome of', hint: '', editor: 'action' }),
  }),
  timeout_hours: Type.Integer({
    default: 25,
    minimum: 1,
    maximum: LONGEST_WAIT_DAYS * 24,
    description: 'How long to wait. A webhook is given up after 24 hours.',
    ...shownAs({ title: 'At most (hours)', hint: 'A webhook is given up after 24 hours.' }),
  }),
  if_failed: Type.Unsafe<'fail' | 'end' | 'continue'>({
    type: 'string',
    enum: ['fail', 'end', 'continue'],
    default: 'fail',
    description: 'What follows a failure, after `on_failure`: the run fails, ends, or goes on with the next action.',
    ...shownAs({
      title: 'After a failure',
      hint: '',
      labels: { fail: 'The run fails', end: 'The run ends', continue: 'Go on with the next action' },
    }),
  }),
  on_failure: Type.Optional(Inside('Done when it failed, timed out or its outcome is not known.')),
})

const HOUR_MS = 3_600_000
const FAILURES: ReadonlySet<unknown> = new Set(['failed', 'timed_out', 'unknown'])

export const isFailure = (output: JsonObject) => FAILURES.has(output.outcome)

/** The outcome of an action: it ended so, or it has yet to end. */
type Outcome = { output: JsonObject } | { pending: string }

export const awaitOutcomeAction = defineAction({
  kind: 'await_outcome',
  place: 30,
  short: 'outcome',
  label: 'Wait for the outcome',
  description:
    'Waits until an action before has its outcome, and says what to do when it failed. A webhook was delivered or given up, columns were ' +
    'run and their destinations took the rows, or a CRM answered.',
  settings: AwaitOutcome,
  words({ of }, { before, inside }) {
    const failure = inside('on_failure')
    const own = before?.id === of ? 'wait for its outcome' : `wait for the outcome of action ${of}`
    return failure === null ? own : `${own} (on failure: ${failure})`
  },
  ways: [{ name: 'on_failure', label: 'On failure' }],
  answers: [
    { member: 'outcome', label: 'Outcome', values: ['succeeded', 'failed', 'timed_out', 'unknown', 'not_done'] },
    { member: 'error', label: 'Error' },
  ],
  plain: ['of', 'timeout_hours', 'if_failed'],
  isFlow: true,
  preview: async (_, { of }) => ({ text: `Would wait for the outcome of action ${of}` }),
  async act(tx, { of, timeout_hours }, acting): Promise<ActionResult> {
    const { now, earlier } = acting
    const since = typeof earlier?.since === 'string' ? new Date(earlier.since) : now
    const found = await readOutcome(tx, await acting.stepOf(of))
    if ('output' in found) return { output: { of, ...found.output } }
    const end = new Date(since.getTime() + timeout_hours * HOUR_MS)
    if (end <= now)
      return { output: { of, outcome: 'timed_out', error: `Nothing was known after ${timeout_hours} hours` } }
    const until = new Date(Math.min(end.getTime(), now.getTime() + LOOK_AGAIN_MS))
    const reason = `It waits for the outcome of action ${of}, at most ${waitWords({ amount: timeout_hours, unit: 'hours' })}`
    return { output: { of, since: since.toISOString() }, waits: { until, awaits: found.pending, reason } }
  },
  enters: (output) => (isFailure(output) ? 'on_failure' : null),
  after({ of, if_failed }, output) {
    if (!isFailure(output) || if_failed === 'continue') return 'next'
    return if_failed === 'end'
      ? 'end'
      : { fail: `Action ${of} ${OUTCOME_WORDS[String(output.outcome)]}: ${String(output.error ?? '')}` }
  },
})

const OUTCOME_WORDS: Record<string, string> = {
  failed: 'failed',
  timed_out: 'has no outcome in time',
  unknown: 'has an outcome that is not known',
}

/** A delivery tells when it ends; this is for one that was deleted meanwhile. */
const LOOK_AGAIN_MS = HOUR_MS

async function readOutcome(tx: WorkspaceTx, step: StepRecord | null): Promise<Outcome> {
  if (step === null || step.status === 'skipped') return { output: { outcome: 'not_done' } }
  const output = step.output ?? {}
  if (step.status === 'failed') return { output: { outcome: 'failed', error: step.error ?? 'It failed' } }
  if (typeof output.delivery_id === 'string') return deliveryOutcome(tx, output.delivery_id)
  if (typeof output.run_id === 'string') return runOutcome(tx, output.run_id)
  return { output: { outcome: 'succeeded' } }
}

async function deliveryOutcome(tx: WorkspaceTx, id: string): Promise<Outcome> {
  const delivery = await awaitDelivery(tx, id)
  if (delivery === null) return { output: { outcome: 'unknown', error: 'The delivery is no longer on record' } }
  if (delivery.state === 'pending') return { pending: id }
  if (delivery.state === 'delivered') return { output: { outcome: 'succeeded', delivery_id: id } }
  return { output: { outcome: 'failed', delivery_id: id, error: delivery.last_error ?? 'It was not delivered' } }
}

/** A run of columns, held so that it does not end unseen, and then what its output columns handed over to endpoints. */
async function runOutcome(tx: WorkspaceTx, id: string): Promise<Outcome> {
  const { rows } = await tx.client.query<{
    status: string
    ended_at: Date | null
    counts: JsonObject
    workbook_id: string
    created_at: Date
  }>(
    'select status, ended_at, counts, workbook_id, created_at from runs where workspace_id = $1 and id = $2 for share',
    [tx.workspace_id, id],
  )
  const [run] = rows
  if (!run) return { output: { outcome: 'unknown', error: 'The run of columns is no longer on record' } }
  if (run.ended_at === null) return { pending: id }
  const { rows: sent } = await tx.client.query<{ id: string; state: string; last_error: string | null }>(
    `select d.id, d.state, d.last_error from webhook_deliveries d join attempts a on a.workspace_id = d.workspace_id and a.id = d.id
      where d.workspace_id = $1 and d.created_at >= $3 and a.run_id = $2 and d.state <> 'delivered' order by d.state = 'pending' desc limit 1`,
    [tx.workspace_id, id, run.created_at],
  )
  const [open] = sent
  if (open?.state === 'pending') {
    await awaitDelivery(tx, open.id)
    return { pending: open.id }
  }
  const about: { [name: string]: Json } = { run_id: id, status: run.status, counts: run.counts }
  if (open) return { output: { ...about, outcome: 'failed', error: open.last_error ?? 'A row was not delivered' } }
  const failed = Number(run.counts.error ?? 0)
  if (run.status !== 'done')
    return { output: { ...about, outcome: 'failed', error: `The run of columns is ${run.status}` } }
  if (failed > 0) return { output: { ...about, outcome: 'failed', error: `${failed} cells failed` } }
  return { output: { ...about, outcome: 'succeeded' } }
}
