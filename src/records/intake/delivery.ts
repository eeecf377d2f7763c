// What a job that brings records says in its log: each part as it is stored, the first refused records, and what all of it came to.
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { JobRun } from '../../platform/queue/job.ts'
import { keepRejects, MOST_REJECTS, type RefusedRecord, showable } from './rejects.commands.ts'

export type OutcomeCounts = { readonly [outcome: string]: number }

export interface DeliveredPart {
  /** Which it is, from 1. */
  part: number
  /** Such as `Page 3`. */
  name: string
  counts: OutcomeCounts
  refused: readonly RefusedRecord[]
}

/** When there are many parts, every hundredth is logged, and only the first of many refused records. */
export const MOST_TOLD = 100

const WORDS: { [outcome: string]: string } = {
  suppressed: 'of erased leads, not stored',
  deleted_before: 'whose row was deleted before',
}

const wordsOf = (counts: OutcomeCounts) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${WORDS[outcome] ?? outcome}`)
    .join(', ')

const sumOf = (counts: OutcomeCounts) => Object.values(counts).reduce((sum, count) => sum + count, 0)
const records = (count: number) => `${count} ${count === 1 ? 'record' : 'records'}`

/**
 * Tells a part and keeps its refused records, in the transaction that stores the part. `kept` is how many the job has kept so far; returns
 * how many it has now, and what a person should know.
 */
export async function logPart(
  tx: WorkspaceTx,
  run: Pick<JobRun, 'id' | 'log'>,
  { part, name, counts, refused }: DeliveredPart,
  kept: number,
  source_id: string | null = null,
): Promise<{ kept: number; warnings: string[] }> {
  const shown = await showable(tx, refused.slice(0, Math.max(0, MOST_REJECTS - kept)))
  const now = kept + (await keepRejects(tx, { job_id: run.id, source_id }, kept, shown))
  await logCounts(tx, run, { part, name, counts })
  await logRefused(tx, run, shown, kept)
  const isOver = kept < MOST_REJECTS && kept + refused.length > MOST_REJECTS
  const warnings = isOver ? [`Of the rejected records the first ${MOST_REJECTS} are kept`] : []
  return { kept: now, warnings }
}

export async function logCounts(
  tx: WorkspaceTx,
  run: Pick<JobRun, 'log'>,
  { part, name, counts }: Omit<DeliveredPart, 'refused'>,
): Promise<void> {
  if (sumOf(counts) > 0 && (part <= MOST_TOLD || part % MOST_TOLD === 0))
    await run.log(tx, 'info', `${name}: ${records(sumOf(counts))}: ${wordsOf(counts)}`, { ...counts })
}

/** The first of a job one by one; `before` as many were refused before them. */
export async function logRefused(
  tx: WorkspaceTx,
  run: Pick<JobRun, 'log'>,
  refused: readonly RefusedRecord[],
  before: number,
): Promise<void> {
  const left = Math.max(0, MOST_TOLD - before)
  for (const { line, record_id, reason } of refused.slice(0, left)) {
    const what = line === undefined ? `Record ${record_id || 'without an id'}` : `Line ${line}`
    await run.log(tx, 'warning', `${what} was rejected: ${reason}`, {
      line: line ?? null,
      record_id: record_id ?? null,
      reason,
    })
  }
  if (left > 0 && refused.length > left)
    await run.log(
      tx,
      'info',
      `Of the rejected records the first ${MOST_TOLD} are told here; the list of the job has the others`,
    )
}

export interface DeliveryEnd {
  counts: OutcomeCounts
  pages?: number
  /** Calls that are billed, and their cost. */
  billed?: { calls: number; cost_micro: number }
}

/** Once, in the transaction of the last part. */
export async function logEnd(tx: WorkspaceTx, run: Pick<JobRun, 'log'>, end: DeliveryEnd): Promise<void> {
  const { counts, pages, billed } = end
  const on = pages === undefined ? '' : ` on ${pages} ${pages === 1 ? 'page' : 'pages'}`
  const cost_usd = usdFromMicro(billed?.cost_micro ?? 0)
  const calls = billed?.calls ?? 0
  const paid =
    billed === undefined
      ? ''
      : calls === 0
        ? '. No call was billed'
        : `. ${calls} billed ${calls === 1 ? 'call' : 'calls'}, ${cost_usd} USD`
  const what = sumOf(counts) === 0 ? '' : `: ${wordsOf(counts)}`
  await run.log(tx, 'info', `Done. ${records(sumOf(counts))}${on}${what}${paid}`, {
    counts,
    pages: pages ?? null,
    calls,
    cost_usd,
  })
}
