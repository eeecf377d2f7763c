// The one vocabulary of what verifiers say of an address; what a vendor calls it stands beside it in `email_verdict`.
import { failed, found, type LookupAnswer, notFound } from '../kit/kit.ts'

export const VERDICTS = ['valid', 'catch_all', 'risky', 'unknown', 'invalid', 'disposable', 'role', 'abuse'] as const
export type EmailVerdict = (typeof VERDICTS)[number]

/** Our words for a vendor's. */
export type VerdictWords = Readonly<Record<string, EmailVerdict>>

/** How much a verdict says of what will happen to a mail. */
const CONFIDENCE: Record<EmailVerdict, number> = {
  valid: 0.95,
  invalid: 0.95,
  disposable: 0.95,
  abuse: 0.9,
  role: 0.9,
  catch_all: 0.8,
  risky: 0.7,
  unknown: 0.2,
}

/** After `unknown` the next provider is called, so it is a miss that says so. `raw` is the vendor's own word. */
export function verdictOf(vendor: string, raw: string | undefined, verdict: EmailVerdict | undefined): LookupAnswer {
  if (!raw || !verdict) return failed('unmapped', `${vendor} gave a verdict that is not documented.`)
  if (verdict === 'unknown') return notFound(`${vendor} could not tell: ${raw}`)
  return found({ email_status: verdict, email_verdict: raw }, CONFIDENCE[verdict], { verified: true })
}
