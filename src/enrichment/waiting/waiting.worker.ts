// Looks after awaited answers: asks vendors how far they are, reads what they brought, and hands the result on.

import { setMaxListeners } from 'node:events'
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import type { Accounts } from '../../identity/accounts/accounts.reads.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import { createPause } from '../../platform/loop.ts'
import { type CallResult, pollLookup, readCallback } from '../../providers/kit/call.ts'
import { failed, type HttpLookup, integrationOf } from '../../providers/kit/kit.ts'
import { createTokens } from '../../providers/kit/oauth-tokens.ts'
import type { Tools } from '../../providers/kit/outside.ts'
import type { ProviderLimits } from '../accounts/provider-limits.ts'
import { claimAwaited, type DueAnswer, putOff } from '../attempts/awaited.writes.ts'
import { readPerformance } from '../performance/performance.commands.ts'
import { type Performance, timeoutFor } from '../performance/performance.schema.ts'
import type { RunWorkerParts } from '../runs/worker/active-run.ts'
import { type SettledAnswer, settleAnswers } from './settle.commands.ts'

export interface WaitingParts extends Omit<RunWorkerParts, 'ask' | 'callbackUrl'> {
  toolsFor: (workspaceId: WorkspaceId) => Tools
  accounts: Pick<Accounts, 'find'>
  limits: ProviderLimits
}

export interface WaitingWorker {
  wake(): void
  close(): Promise<void>
}

const IDLE_MS = 1_000
/** Shorter than the lease. */
const MOST_POLL_MS = 30_000
const SLOWEST_MS = 60_000
/** Answers that cannot be read may be of a bad moment, so often. */
const MOST_UNREADABLE = 4

export function startWaitingWorker(parts: WaitingParts): WaitingWorker {
  const { database, log } = parts
  const workerId = newId()
  const tokens = createTokens()
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const pause = createPause()

  async function loop(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const due = await claimAwaited(database, workerId)
        if (due.length === 0) await pause.wait(IDLE_MS)
        for (const [workspaceId, answers] of byWorkspace(due)) await lookAfter(workspaceId, answers)
      } catch (error) {
        // The leases run out, and then a worker polls again.
        if (!closing.signal.aborted) log.warn({ err: error }, 'awaited answers could not be looked after')
        await pause.wait(IDLE_MS)
      }
    }
  }

  async function lookAfter(workspaceId: WorkspaceId, answers: DueAnswer[]): Promise<void> {
    const performance = await database.inWorkspace(workspaceId, readPerformance)
    const looked = await Promise.all(answers.map((answer) => look(answer, performance)))
    // An interrupted poll has no answer: the next worker polls at once.
    if (closing.signal.aborted)
      return void (await database.inWorkspace(workspaceId, (tx) => putOff(tx, workerId, answers)))
    const open = looked.flatMap((each) => ('look_at' in each ? [each] : []))
    const answered = looked.flatMap((each) => ('outcome' in each ? [each] : []))
    if (open.length > 0) await database.inWorkspace(workspaceId, (tx) => putOff(tx, workerId, open))
    if (answered.length > 0) await settleAnswers(parts, workspaceId, workerId, answered)
  }

  /** The answer with its outcome, or with the time of the next look. */
  async function look(answer: DueAnswer, performance: Performance): Promise<SettledAnswer | DueAnswer> {
    const lookup = parts.catalog.find(({ id }) => id === answer.provider)
    const now = parts.now()
    if (!lookup || !('ask' in lookup)) return { answer, expired: false, outcome: GONE, lookup: undefined }
    const done = ({ outcome, charged_usd, response }: CallResult): SettledAnswer => ({
      answer,
      lookup,
      outcome,
      expired: false,
      ...(charged_usd !== undefined && { charged_micro: Math.round(charged_usd * 1e6) }),
      ...(response && { response }),
    })
    if (answer.brought) return done(readBrought(lookup, answer))
    const isOver = now >= answer.deadline
    const { poll } = answer.promise
    if (!poll) return isOver ? { answer, lookup, outcome: overdue(answer), expired: true } : answer
    const result = await ask(lookup, answer, performance)
    const { outcome } = result
    const wait = waitAfter(outcome, answer.looks)
    if (wait === undefined) return done(result)
    if (isOver) return { answer, lookup, outcome: overdue(answer), expired: true }
    const promise = outcome.kind === 'pending' ? { ...answer.promise, ...outcome } : answer.promise
    return { ...answer, promise, look_at: new Date(Math.min(parts.now().getTime() + wait, answer.deadline.getTime())) }
  }

  async function ask(lookup: HttpLookup, answer: DueAnswer, performance: Performance): Promise<CallResult> {
    const { workspace_id } = answer
    const caller = { workspace_id, lookup, performance, signal: closing.signal }
    const release = await parts.limits.acquire(caller)
    try {
      const integration = integrationOf(lookup)
      const account = integration && (await parts.accounts.find(workspace_id, integration))
      const timeout_ms = Math.min(timeoutFor(lookup, performance), MOST_POLL_MS)
      return await pollLookup(lookup, answer.promise.poll?.handle ?? {}, parts.toolsFor(workspace_id), closing.signal, {
        timeout_ms,
        tokens,
        ...(account && { account }),
      })
    } finally {
      release?.()
    }
  }

  const looping = loop()
  return {
    wake: pause.wake,
    async close() {
      closing.abort(new Error('the service is stopping'))
      pause.wake()
      await looping
    },
  }
}

const GONE = failed('unmapped', 'The lookup that was called is not in the catalog any more.') as Outcome

function readBrought(lookup: HttpLookup, { brought, promise }: DueAnswer): CallResult {
  const reply = { ok: true as const, status: 200, headers: {}, body: brought?.body ?? '' }
  const result = readCallback(lookup, reply, promise.callback?.handle ?? {})
  // No caller asks, so none has to be resumed.
  const isFinal = result.outcome.kind !== 'pending' && result.outcome.kind !== 'later'
  return isFinal ? result : { ...result, outcome: UNFINISHED }
}

const UNFINISHED = failed('unmapped', 'The vendor brought an answer that says that it is none yet.') as Outcome

function overdue({ asked_at, deadline }: DueAnswer): Outcome {
  const minutes = Math.max(1, Math.round((deadline.getTime() - asked_at.getTime()) / 60_000))
  const message = `No answer came within ${minutes} min. Should it come later, it fills the cell if that is still empty.`
  return { kind: 'failed', class: 'timeout', message, retryable: false }
}

/** Milliseconds until the next look; undefined when this is the answer. Looking costs nothing, so what may pass is no answer. */
function waitAfter(outcome: Outcome, looks: number): number | undefined {
  const slower = Math.min(1_000 * 1.5 ** looks, SLOWEST_MS)
  switch (outcome.kind) {
    case 'pending':
      return Math.max(outcome.poll?.after_ms ?? 0, Math.min(slower, 10_000))
    case 'later':
      return Math.max(outcome.retry_in_ms, 200)
    case 'failed':
      if (outcome.retryable || outcome.class === 'auth' || outcome.class === 'quota') return slower
      return outcome.class === 'unmapped' && looks < MOST_UNREADABLE ? slower : undefined
    default:
      return undefined
  }
}

function byWorkspace(answers: DueAnswer[]): Map<WorkspaceId, DueAnswer[]> {
  const sorted = new Map<WorkspaceId, DueAnswer[]>()
  for (const answer of answers) sorted.set(answer.workspace_id, [...(sorted.get(answer.workspace_id) ?? []), answer])
  return sorted
}
