// Judges answers: whether one is good enough, which of several is best, which agree, and how they are merged.
import { isEmpty, type Json, type JsonObject } from '../../kernel/json.ts'
import type { AcceptRule } from '../columns/column-parts.schema.ts'
import type { WaterfallMode } from '../columns/kinds/waterfall.kind.ts'
import { holdsFor } from './accept-formula.ts'
import type { Answer, Verdict } from './answer.ts'
import type { CellPlan } from './cell.ts'
import { strictestOf } from './license.ts'

/** Where one value came from that is not the cell's, or only a part of it. */
export interface ValueSource {
  provider: string
  step_id: string
  value: Json
  confidence: number
  verified: boolean
  source_url?: string
  quote?: string
}

/** Where a field comes from; its value stands with the others where the answer is kept whole. */
export type FieldSource = Omit<ValueSource, 'value'> & { value?: Json }

/** What a cell gets. */
export interface Judgment {
  answer: Answer
  /** In words, why it is this one. */
  why: string
  /** Values that say something else. */
  others: ValueSource[]
  /** For `merge`: where each field came from. */
  by_field?: { [field: string]: ValueSource }
}

/** What is accepted of these answers; null while nothing is. Sure of itself: more answers never take it back. */
export function accepted(plan: CellPlan, answers: readonly Answer[]): Judgment | null {
  const good = answers.filter((answer) => isGoodEnough(plan, answer))
  switch (plan.mode) {
    case 'cross_check':
      return agreed(plan, good, answers)
    case 'merge': {
      const merged = mergeOf(plan, good)
      return merged && missingFields(plan, good).length === 0 ? merged : null
    }
    default: {
      const [first] = good
      return first ? { answer: first, why: WHY[ruleOf(plan, first).kind], others: others(first, answers) } : null
    }
  }
}

/** The best of what was not accepted; null without any. What a verifier called wrong is never kept. */
export function bestOf(plan: CellPlan, answers: readonly Answer[]): (Judgment & { complete: boolean }) | null {
  if (plan.mode === 'merge') {
    const merged = mergeOf(plan, answers)
    if (merged) return { ...merged, complete: true }
  }
  const possible = answers.filter(({ rejected, value }) => !rejected && !isEmpty(value))
  const best = possible.reduce<Answer | null>((kept, each) => (kept ? better(kept, each, possible) : each), null)
  if (!best) return null
  const why = possible.length > 1 ? `The best of ${possible.length} answers, none of which was good enough` : NOT_GOOD
  return { answer: best, why, others: others(best, answers), complete: false }
}

const NOT_GOOD = 'It was not good enough to be accepted'

const WHY: Record<AcceptRule['kind'], string> = {
  any: 'The first answer',
  verified: 'The first that was verified',
  verified_or_catch_all: 'The first that was verified, or of a domain that takes all mail',
  confidence: 'The first that was sure enough',
  formula: 'The first for which the rule of the column holds',
}

/** The fields of a merge that an answer has, each good enough by itself. */
export function fieldsGiven(plan: MergeRules, answer: Answer): string[] {
  return (plan.fields ?? []).filter((field) => gives(plan, answer, field))
}

/** The fields of a merge for which nothing was accepted yet. */
export function missingFields(plan: CellPlan, answers: readonly Answer[]): string[] {
  return (plan.fields ?? []).filter((field) => !answers.some((answer) => gives(plan, answer, field)))
}

/** Whether an answer has a field that is good enough by itself: a part of it may be more or less sure than the whole. */
function gives(plan: Rules, answer: Answer, field: string): boolean {
  if (isEmpty(own(answer.values, field))) return false
  return isAccepted(plan, { ...answer, confidence: own(answer.confidence_by_field, field) ?? answer.confidence })
}

/** Whether the cell can be made of an answer: of a merge, by one of its fields. */
export function isGoodEnough(plan: MergeRules, answer: Answer): boolean {
  return plan.mode === 'merge' ? fieldsGiven(plan, answer).length > 0 : isAccepted(plan, answer)
}

/** The rules of a plan: that of each step, else that of the column. */
interface Rules {
  accept: AcceptRule
  steps: readonly { id: string; accept?: AcceptRule | undefined }[]
}

type MergeRules = Rules & { mode?: WaterfallMode; fields?: readonly string[] }

function isAccepted(plan: Rules, answer: Answer): boolean {
  if (answer.rejected) return false
  const rule = ruleOf(plan, answer)
  switch (rule.kind) {
    case 'any':
      return true
    case 'verified':
      return answer.verified
    case 'verified_or_catch_all':
      return answer.verified || answer.verdict === 'catch_all'
    case 'confidence':
      return answer.confidence >= rule.min
    case 'formula':
      return holdsFor(rule.expression, answer)
  }
}

export function ruleOf(plan: Rules, { step_id }: Answer): AcceptRule {
  return plan.steps.find(({ id }) => id === step_id)?.accept ?? plan.accept
}

const INVALID = new Set(['invalid', 'disposable', 'abuse'])

/** What an answer says of the value itself; null when it says nothing. */
export function verdictIn(values: JsonObject): Verdict | null {
  const said = own(values, 'email_status') ?? own(values, 'phone_status')
  if (typeof said !== 'string') return null
  if (said === 'valid' || said === 'catch_all') return said
  return INVALID.has(said) ? 'invalid' : 'unknown'
}

function agreed(plan: CellPlan, good: readonly Answer[], all: readonly Answer[]): Judgment | null {
  for (const each of good) {
    const group = good.filter((other) => agreementKey(other.value) === agreementKey(each.value))
    const voices = [...new Set(group.map(({ provider }) => provider))]
    if (voices.length < (plan.agree ?? 2)) continue
    const answer = group.reduce((best, other) => better(best, other, group))
    return { answer, why: `${voices.join(' and ')} agree`, others: others(answer, all) }
  }
  return null
}

function mergeOf(plan: CellPlan, answers: readonly Answer[]): Judgment | null {
  const by_field: { [field: string]: ValueSource } = {}
  const parts: Answer[] = []
  for (const field of plan.fields ?? []) {
    const giver = answers.find((answer) => gives(plan, answer, field))
    if (!giver) continue
    parts.push(giver)
    by_field[field] = fieldSource(giver, field)
  }
  const [first] = parts
  if (!first) return null
  const values = Object.fromEntries(Object.entries(by_field).map(([field, { value }]) => [field, value]))
  const givers = [...new Set(parts.map(({ provider }) => provider))]
  return {
    answer: {
      ...first,
      value: values,
      values,
      confidence: Math.min(...Object.values(by_field).map(({ confidence }) => confidence)),
      verified: parts.every(({ verified }) => verified),
      origin: { ...first.origin, license: strictestOf(parts.map(({ origin }) => origin.license)) },
      cached: parts.every(({ cached }) => cached),
    },
    why: `From ${givers.join(' and ')}`,
    others: [],
    by_field,
  }
}

/** Where one field of an answer comes from. */
function fieldSource(answer: Answer, field: string): ValueSource {
  const { provider, step_id, values, verified, confidence, confidence_by_field, places_by_field } = answer
  return {
    provider,
    step_id,
    value: own(values, field) ?? null,
    confidence: own(confidence_by_field, field) ?? confidence,
    verified,
    ...own(places_by_field, field),
  }
}

/** The fields of a whole answer, where they differ in how sure they are or in the page that they stand on. */
export function fieldSources(answer: Answer): { [field: string]: FieldSource } | null {
  const { values, confidence_by_field, places_by_field } = answer
  if (Object.keys(confidence_by_field).length + Object.keys(places_by_field).length === 0) return null
  return Object.fromEntries(
    Object.keys(values).map((field) => {
      const { value: _, ...source } = fieldSource(answer, field)
      return [field, source]
    }),
  )
}

/** What answers said that is not what the cell says, one of each. */
function others({ value }: Answer, answers: readonly Answer[]): ValueSource[] {
  if (answers.length === 1) return []
  const seen = new Set([agreementKey(value)])
  return answers.flatMap((each) => {
    const key = agreementKey(each.value)
    if (isEmpty(each.value) || seen.has(key)) return []
    seen.add(key)
    const { provider, step_id, confidence, verified } = each
    return [{ provider, step_id, value: each.value, confidence, verified }]
  })
}

/** As {@link ValueSource}s, all of them. */
export function othersOf(answers: readonly Answer[]): ValueSource[] {
  return answers.map(({ provider, step_id, value, confidence, verified }) => ({
    provider,
    step_id,
    value,
    confidence,
    verified,
  }))
}

/** Said by more, then verified, then taken by a domain that takes all mail, then the more confident, then the earlier. */
function better(best: Answer, next: Answer, among: readonly Answer[]): Answer {
  const rank = (answer: Answer) => [
    among.filter(({ value }) => agreementKey(value) === agreementKey(answer.value)).length,
    Number(answer.verified),
    Number(answer.verdict === 'catch_all'),
    answer.confidence,
  ]
  const [mine, theirs] = [rank(best), rank(next)]
  const place = mine.findIndex((value, index) => value !== theirs[index])
  return place >= 0 && (theirs[place] ?? 0) > (mine[place] ?? 0) ? next : best
}

/** Equal for values that say the same: without regard to case, to how an address of the web is written, or to blanks in numbers. */
export function agreementKey(value: Json): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  const text = value.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')
  if (/^\+?[\d\s().-]{7,}$/.test(text)) return text.replace(/\D/g, '').replace(/^00/, '')
  return text
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '')
}

function own<T>(object: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
