// Settles an awaited answer: its attempt is settled and its row continues, or the cell is filled when the run has ended.

import type { Payer } from '../../engine/money/budget.ts'
import { chargeFor, type Terms } from '../../engine/money/price.ts'
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { callJob } from '../../platform/queue/work.ts'
import type { HttpLookup } from '../../providers/kit/kit.ts'
import type { ResponseTrace } from '../../providers/kit/trace.ts'
import { describeOutcome, fieldTaken } from '../attempts/attempts.logic.ts'
import { readAttempts, readRunAttempts } from '../attempts/attempts.reads.ts'
import type { AttemptRecord } from '../attempts/attempts.writes.ts'
import { type DueAnswer, settleAwaited, takeReadyRows } from '../attempts/awaited.writes.ts'
import { toCacheEntry } from '../lookups/asker.ts'
import { isAnswer } from '../lookups/cache.reads.ts'
import { dropPromises } from '../lookups/cache.writes.ts'
import { FREE, settlementOf, termsOnRecord, wantOf } from '../money/booking.commands.ts'
import { type CallOutcome, recordCalls } from '../money/call-record.writes.ts'
import { type Lookups, readLookups } from '../money/facts.ts'
import { readLines } from '../money/ledger.reads.ts'
import { withUnits } from '../money/prices.reads.ts'
import { dropFree } from '../money/reservations.writes.ts'
import { spendOf } from '../runs/cells/ask-for.ts'
import type { RunWorkerParts } from '../runs/worker/active-run.ts'
import { cutDeferred } from '../runs/worker/deferred-rows.commands.ts'
import { fillLate, frozenSpec } from './late.commands.ts'

/** The result of an awaited answer. `expired`: nothing came, and what is brought later is still read. */
export interface SettledAnswer {
  answer: DueAnswer
  lookup: HttpLookup | undefined
  outcome: Outcome
  expired: boolean
  charged_micro?: number
  response?: ResponseTrace
}

type SettleParts = Pick<RunWorkerParts, 'database' | 'catalog' | 'columnFactory' | 'now'>

/** Settles answers of one workspace in one transaction; those whose lease was lost are left to the worker that has it now. */
export async function settleAnswers(
  parts: SettleParts,
  workspaceId: WorkspaceId,
  workerId: string,
  answers: SettledAnswer[],
): Promise<void> {
  await parts.database.inWorkspace(workspaceId, async (tx) => {
    const lookups = await readLookups(tx, parts)
    const mine = await settleAwaited(
      tx,
      workerId,
      answers.map(({ answer: { id }, expired }) => ({ id, expired })),
    )
    const settled = answers.filter(({ answer }) => mine.has(answer.id))
    for (const [runId, ofRun] of byRun(settled)) await settleOfRun(parts, tx, lookups, runId, ofRun)
  })
}

async function settleOfRun(
  parts: SettleParts,
  tx: WorkspaceTx,
  lookups: Lookups,
  runId: string,
  answers: SettledAnswer[],
): Promise<void> {
  const payer = await readPayer(tx, runId)
  if (!payer) return
  const ids = answers.map(({ answer }) => answer.id)
  const [known, lines] = await Promise.all([readAttempts(tx, ids), readLines(tx, ids)])
  const specs = await specsOf(tx, runId, [...known.values()])
  const outcomes = answers.flatMap((each): CallOutcome[] => {
    const before = known.get(each.answer.id)
    const keep = keptOf(each, parts.now())
    if (!before) return keep.length > 0 ? [{ attempts: [], spent: [], keep }] : []
    // What was free when it was reserved has no line. The lookup may cost something else by now, or be gone.
    const line = lines.get(each.answer.id)
    const terms: Terms = line ? withUnits(termsOnRecord(line), each.lookup?.price) : FREE
    // A vendor that promised and did not answer may bill all the same.
    const isUnknown = each.expired && terms.rule !== 'free'
    const cost_micro = isUnknown ? null : chargeFor(terms, each.outcome, each.charged_micro)
    const cost = { cost_micro, reported: each.charged_micro !== undefined }
    const want = line ? wantOf(line) : each.lookup && cost_micro !== 0 ? spendOf(before, each.lookup, {}) : undefined
    const spec = specs.get(before.column_id)
    const step = spec?.steps.find(({ id }) => id === before.step_id)
    const field = spec && step ? fieldTaken(spec, step) : null
    const attempt: AttemptRecord = {
      ...before,
      ...describeOutcome(each.outcome, field),
      state: 'settled',
      answer: each.outcome,
      cost_micro,
      duration_ms: parts.now().getTime() - new Date(before.started_at).getTime(),
      response: (each.response as JsonObject | undefined) ?? before.response,
    }
    return [{ attempts: [attempt], spent: want ? [settlementOf(want, terms, cost)] : [], keep }]
  })
  const { cells: late = new Set<string>() } = await recordCalls(
    tx,
    payer,
    { outcomes },
    {
      async cells() {
        // A promised answer that did not come is requested again by the next cell that needs it.
        await dropPromises(
          tx,
          answers.flatMap(({ answer, outcome }) => (answer.cache_key && !isAnswer(outcome) ? [answer.cache_key] : [])),
        )
        const tooLate = await lateOnes(tx, ids, runId)
        const left = answers.flatMap(({ answer }) => (tooLate.has(answer.id) ? [answer] : []))
        if (left.length === 0 || payer.workbook_id === null) return tooLate
        const rowIds = left.map(({ row_id }) => row_id)
        const attempts = await readRunAttempts(tx, payer.workbook_id, runId, rowIds)
        for (const answer of left) await fillLate(parts, tx, lookups, answer, attempts)
        return tooLate
      },
    },
  )
  // Also answers whose attempts were deleted: no call is in progress for them.
  await dropFree(tx, ids)
  if (payer.workbook_id === null) return callJob(tx, runId)
  const rows = answers.flatMap(({ answer }) => (late.has(answer.id) ? [] : [answer.row_id]))
  await cutDeferred(tx, runId, await takeReadyRows(tx, runId, rows), null, 0)
}

/** The columns that the attempts were made for, as their run asked for them. */
async function specsOf(tx: WorkspaceTx, runId: string, attempts: readonly AttemptRecord[]) {
  const ids = [...new Set(attempts.map(({ column_id }) => column_id))]
  return new Map(await Promise.all(ids.map(async (id) => [id, await frozenSpec(tx, runId, id)] as const)))
}

async function readPayer(tx: WorkspaceTx, runId: string): Promise<Payer | undefined> {
  const { rows } = await tx.client.query<Payer>(
    `select workbook_id, id as run_id, actor_user_id as user_id, actor_token_id as token_id from runs
      where workspace_id = $1 and id = $2`,
    [tx.workspace_id, runId],
  )
  return rows[0] ?? readPayerOfJob(tx, runId)
}

/** A job fills leads. Its attempts are stored like those of a run, under the reserved workbook id of the lead store. */
async function readPayerOfJob(tx: WorkspaceTx, jobId: string): Promise<Payer | undefined> {
  const { rows } = await tx.client.query<Omit<Payer, 'workbook_id'>>(
    `select id as run_id, created_by as user_id, token_id from jobs where workspace_id = $1 and id = $2`,
    [tx.workspace_id, jobId],
  )
  return rows[0] && { ...rows[0], workbook_id: null }
}

function keptOf({ answer, lookup, outcome }: SettledAnswer, now: Date) {
  return lookup && answer.cache_key && isAnswer(outcome) ? [toCacheEntry(lookup, answer.cache_key, outcome, now)] : []
}

/** Answers that no run resumes: the run has ended, or it passed the cell without knowing of the promise. */
async function lateOnes(tx: WorkspaceTx, ids: string[], runId: string): Promise<Set<string>> {
  const { rows } = await tx.client.query<{ id: string }>(
    `/* along: runs (workspace_id, id, ended_at, ending) where workspace_id = $1 and id in (
        select run_id from awaited_answers where workspace_id = $1 and id = any($2::uuid[])) */
      select a.id from awaited_answers a join runs r on r.workspace_id = a.workspace_id and r.id = a.run_id
      where a.workspace_id = $1 and a.id = any($2::uuid[]) and (r.ended_at is not null or r.ending is not null or (a.open_columns is null and exists (
        select 1 from cells c where c.workspace_id = $1 and c.workbook_id = a.workbook_id and c.row_id = a.row_id
          and c.column_id = a.column_id and c.run_id = $3 and c.status not in ('waiting', 'throttled'))))`,
    [tx.workspace_id, ids, runId],
  )
  return new Set(rows.map(({ id }) => id))
}

function byRun(answers: SettledAnswer[]): Map<string, SettledAnswer[]> {
  const sorted = new Map<string, SettledAnswer[]>()
  for (const each of answers) sorted.set(each.answer.run_id, [...(sorted.get(each.answer.run_id) ?? []), each])
  return sorted
}
