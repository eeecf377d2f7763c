// Whether an answer is what a pinned test expects, and whether it got better or worse.
import { scalarNumber, textOf } from '../../../engine/values/value.ts'
import { canonicalJson, isEmpty, type Json, type JsonObject } from '../../../kernel/json.ts'
import type { ColumnTestResult, Expectation } from './evals.schema.ts'

const plain = (value: Json) => textOf(value).trim().replace(/\s+/g, ' ').toLowerCase()
const numberOf = (value: Json) => scalarNumber(typeof value === 'string' ? value.trim() : value)

export function isAsExpected({ value, how, tolerance = 0 }: Expectation, got: Json): boolean {
  const wanted = (value ?? null) as Json
  if (isEmpty(wanted) || isEmpty(got)) return isEmpty(wanted) && isEmpty(got)
  switch (how) {
    case 'contains':
      return plain(got).includes(plain(wanted))
    case 'number': {
      const [is, should] = [numberOf(got), numberOf(wanted)]
      // A digit or two of floating-point dust is no difference.
      return is !== null && should !== null && Math.abs(is - should) <= tolerance + Math.abs(should) * 1e-12
    }
    default:
      if (typeof wanted === 'object' || typeof got === 'object') return canonicalJson(wanted) === canonicalJson(got)
      return plain(wanted) === plain(got)
  }
}

/** Names of the answers that are not as expected; `fields` is null where nothing was found. */
function wrongIn(expected: Record<string, Expectation>, fields: JsonObject | null): string[] {
  return Object.entries(expected).flatMap(([name, expectation]) =>
    isAsExpected(expectation, (fields && Object.hasOwn(fields, name) ? fields[name] : null) ?? null) ? [] : [name],
  )
}

/** The outcome of a test by the status of its row. What was not asked, or not answered, says nothing of the prompt. */
export function outcomeOf(
  expected: Record<string, Expectation>,
  { status, reason, fields }: { status: string; reason: string | null; fields: JsonObject | null },
): Pick<ColumnTestResult, 'outcome' | 'wrong'> {
  // An answer that does not fit its schema is the prompt's doing, or the model's; everything else that fails is the way there.
  const isJudged = status === 'complete' || status === 'not_found' || (status === 'error' && reason === 'unmapped')
  if (!isJudged) return { outcome: 'not_asked', wrong: [] }
  const wrong = status === 'error' ? Object.keys(expected) : wrongIn(expected, fields)
  return { outcome: wrong.length === 0 ? 'passed' : 'failed', wrong }
}

export function changeOf(now: ColumnTestResult | null, before: ColumnTestResult | null): 'better' | 'worse' | null {
  if (!now || !before || now.outcome === 'not_asked' || before.outcome === 'not_asked') return null
  if (now.outcome === before.outcome) return null
  return now.outcome === 'passed' ? 'better' : 'worse'
}
