// Computes what an order of steps would have found and cost on rows with recorded attempts: replayed where there is a record,
// estimated where no call was made. Money in micro-USD, time in milliseconds.

import { type AskedStep, firstAnswer, type Goal, type StepAnswer } from './replay-goal.ts'
import { putFirst } from './step-order.ts'

/** The result of a step on a row, its verifier's call included. */
export interface RecordedAnswer extends Pick<StepAnswer, 'gives' | 'says'> {
  accepted: boolean
  cost_micro: number
  ms: number
}

export interface ReplayRow {
  /** By step id; a step that was never asked on this row has none. */
  recorded: { readonly [stepId: string]: RecordedAnswer }
  /** Steps that cannot be called on this row. */
  closed: ReadonlySet<string>
  /** The segment of the row, for expected values. */
  segment: string | null
  /** Ids of steps that go first on it by a condition of the column. */
  first?: readonly string[]
}

export interface ExpectedAnswer extends Omit<StepAnswer, 'says'> {
  cost_micro: number
  ms: number
}

/** A step in its place, with the most that one call of it may cost; null is unknown. */
export interface ReplayStep extends Partial<AskedStep> {
  id: string
  most_micro: number | null
}

export interface ReplayRules {
  /** Most steps asked on a row; 0 = all. */
  max_providers: number
  /** What the calls of a row may cost, and take. */
  max_micro?: number | undefined
  max_ms?: number | undefined
  /** When a row is done; by default at the first accepted answer. */
  begin?: () => Goal
  expect: (stepId: string, segment: string | null) => ExpectedAnswer
}

export interface Sum {
  rows: number
  /** Rows that reached their goal; a fraction for a row that reached a part of it, or that is expected to. */
  found: number
  cost_micro: number
}

export interface Replay extends Sum {
  /** Rows for which the answers of all calls are on record. */
  replayed: Sum
  /** The other rows: recorded answers count, and the rest is estimated. */
  expected: Sum
  /** For each step: on how many rows it would be called and give the answer, and what it would cost. */
  by_step: Map<string, { asked: number; found: number; cost_micro: number }>
}

export function replay(rows: readonly ReplayRow[], order: readonly ReplayStep[], rules: ReplayRules): Replay {
  const replayed = noSum()
  const expected = noSum()
  const by_step: Replay['by_step'] = new Map(order.map(({ id }) => [id, { asked: 0, found: 0, cost_micro: 0 }]))
  for (const row of rows) {
    const walked = walk(row, order, rules, by_step)
    const sum = walked.isRecorded ? replayed : expected
    sum.rows++
    sum.found += walked.found
    sum.cost_micro += walked.cost_micro
  }
  return {
    rows: rows.length,
    found: replayed.found + expected.found,
    cost_micro: replayed.cost_micro + expected.cost_micro,
    replayed,
    expected,
    by_step,
  }
}

function walk(row: ReplayRow, order: readonly ReplayStep[], rules: ReplayRules, by_step: Replay['by_step']) {
  const { max_providers, max_micro, max_ms, expect, begin = firstAnswer } = rules
  const walked = { isRecorded: true, found: 0, cost_micro: 0 }
  const goal = begin()
  /** What the row has cost and taken if it gets this far. */
  let asked = 0
  let spent = 0
  let taken = 0
  for (const { id, most_micro, provider = id, outputs } of row.first ? putFirst(order, row.first) : order) {
    if (row.closed.has(id)) continue
    /** How likely it is that the row gets this far. */
    const reached = goal.open({ provider, outputs })
    if (reached <= 0) continue
    if (max_providers > 0 && asked >= max_providers) break
    if (max_ms !== undefined && taken >= max_ms) break
    const known = Object.hasOwn(row.recorded, id) ? row.recorded[id] : undefined
    // A call that might exceed the row's cost limit is not made, as in a run.
    if (max_micro !== undefined && most_micro !== 0 && (most_micro === null || spent + most_micro > max_micro)) continue
    asked++
    const isWhole = known !== undefined && (!known.accepted || !goal.reads || known[goal.reads] !== undefined)
    if (!isWhole) walked.isRecorded = false
    const step = isWhole ? { ...known, ...answerOnRecord(known) } : toExpect(known, expect(id, row.segment))
    const before = goal.found()
    goal.hear({ provider, outputs }, step)
    const found = goal.found() - before
    const cost_micro = reached * step.cost_micro
    walked.cost_micro += cost_micro
    const tally = by_step.get(id)
    if (tally) {
      tally.asked += reached
      tally.found += found
      tally.cost_micro += cost_micro
    }
    spent += step.cost_micro
    taken += step.ms
  }
  walked.found = goal.found()
  return walked
}

/** A step whose record is incomplete. */
function toExpect(known: RecordedAnswer | undefined, expected: ExpectedAnswer): ExpectedAnswer & StepAnswer {
  if (!known) return expected
  return { cost_micro: known.cost_micro, ms: known.ms, ...answerOnRecord(known, expected) }
}

/** The recorded answer, with expected values when an accepted answer was not stored. */
export function answerOnRecord({ accepted, gives, says }: RecordedAnswer, expected?: ExpectedAnswer): StepAnswer {
  return { accepts: Number(accepted), gives: gives ?? expected?.gives, says }
}

const noSum = (): Sum => ({ rows: 0, found: 0, cost_micro: 0 })
