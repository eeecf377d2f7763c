// The error rule to offer for an answer that looks like an error, when a column or an own provider is tried.
import type { Json } from '../../../kernel/json.ts'
import { type ErrorRule, usualError } from '../../../providers/kit/error-rule.ts'
import type { ErrorProposal } from './try.schema.ts'

interface TriedAnswer {
  /** Null when there is none. */
  answer: unknown
  response: unknown
  detail: string | null
}

/** The rule of the first answer that looks like an error, whatever the settings make of it now. */
export function proposeErrorRule(tried: readonly TriedAnswer[]): ErrorProposal | null {
  for (const { answer, response, detail } of tried) {
    const usual = answer === null ? null : usualError(answer as Json)
    const noted = (response as { notes?: { error_rule?: ErrorRule } } | null)?.notes?.error_rule
    const { path, values } = usual?.rule ?? noted ?? {}
    if (path !== undefined) return { says: usual?.message ?? detail ?? '', rule: { path, ...(values && { values }) } }
  }
  return null
}
