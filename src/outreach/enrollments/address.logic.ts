// Whether an address may be mailed, by what a verifier said of it and where it came from. Asked when a lead is enrolled and when a message leaves.
import { GUESS_BELOW, VERIFIED_FROM } from '../../engine/waterfall/certainty.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { SequenceSettings } from '../sequences/sequence.schema.ts'

export interface AddressFacts {
  /** The verdict of a verifier: `email_status` of the lead. */
  verdict: unknown
  /** The provenance of the address; null where it is not known. */
  origin: JsonObject | null
}

type AddressRules = Pick<SequenceSettings, 'allowed_verdicts' | 'unverified'> & {
  /** The lead was, or is to be, enrolled although its address is unverified. */
  includes_unverified: boolean
}

/** Verdicts of verifiers under which a message would bounce. */
const BAD = new Set([
  'invalid',
  'undeliverable',
  'bad',
  'bounced',
  'disposable',
  'rejected',
  'do_not_mail',
  'spamtrap',
  'abuse',
])
/** Under these the address takes mail. */
const GOOD = new Set(['valid', 'verified', 'deliverable', 'ok', 'safe', 'good', 'role'])
const RISKY = new Set(['risky', 'unknown', 'catch_all', 'catch-all', 'accept_all', 'unverifiable'])

export type AddressProblem = { reason: 'invalid_email' | 'unverified'; detail: string }

/** Why the address may not be mailed; null when it may. */
export function judgeAddress(facts: AddressFacts, rules: AddressRules): AddressProblem | null {
  const verdict = verdictOf(facts)
  const allowed = rules.allowed_verdicts.map((one) => one.toLowerCase())
  if (allowed.includes(verdict)) return null
  if (allowed.length > 0)
    return {
      reason: 'invalid_email',
      detail:
        verdict === ''
          ? 'The address is not verified, and the sequence wants it to be'
          : `The address was verified as "${verdict}"`,
    }
  if (BAD.has(verdict)) return { reason: 'invalid_email', detail: `The address was verified as "${verdict}"` }
  if (rules.includes_unverified || rules.unverified === 'include' || isVerified(facts)) return null
  if (isGuess(facts)) return { reason: 'unverified', detail: guessWords(facts) }
  if (rules.unverified === 'leave_out_guesses') return null
  return {
    reason: 'unverified',
    detail:
      verdict === ''
        ? 'No verifier has checked the address'
        : `The address was verified as "${verdict}", which does not say that it takes mail`,
  }
}

/** What is worth knowing of an address that may be mailed. */
export function addressWarning(facts: AddressFacts, { allowed_verdicts }: AddressRules): string | null {
  if (allowed_verdicts.length > 0 || BAD.has(verdictOf(facts)) || isVerified(facts)) return null
  if (isGuess(facts)) return guessWords(facts)
  return RISKY.has(verdictOf(facts)) ? `The address was verified as "${verdictOf(facts)}"` : null
}

const verdictOf = ({ verdict }: AddressFacts): string =>
  typeof verdict === 'string' ? verdict.trim().toLowerCase() : ''

/** By a verifier, or by a source that says of this address that it is sure. A verdict wins over the source. */
function isVerified(facts: AddressFacts): boolean {
  const verdict = verdictOf(facts)
  if (verdict !== '') return GOOD.has(verdict)
  return !isGuess(facts) && (confidenceOf(facts) ?? 0) >= VERIFIED_FROM
}

/** `unverified` is what the cell said that the address was taken from. */
function isGuess(facts: AddressFacts): boolean {
  if (GOOD.has(verdictOf(facts))) return false
  const confidence = confidenceOf(facts)
  return facts.origin?.unverified === true || (confidence !== null && confidence < GUESS_BELOW)
}

const confidenceOf = ({ origin }: AddressFacts): number | null =>
  typeof origin?.confidence === 'number' ? origin.confidence : null

function guessWords(facts: AddressFacts): string {
  const confidence = confidenceOf(facts)
  const sure = confidence === null ? '' : `, ${Math.round(confidence * 100)} % sure`
  return `The address is a guess${sure}: no verifier has confirmed it`
}
