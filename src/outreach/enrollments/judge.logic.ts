// Whether a lead may be enrolled: the first reason against it, in the order in which it can be corrected.
import type { JsonObject } from '../../kernel/json.ts'
import { isFreeMail } from '../../providers/domains/shared-hosts.ts'
import { type EmailAddress, mailboxOf, readAddress } from '../keys/address.logic.ts'
import type { SequenceSettings } from '../sequences/sequence.schema.ts'
import { countryOf, ruleFor, SEVERAL_ZONES, zoneOfCountry } from '../settings/country.logic.ts'
import type { CountryRuleMap } from '../settings/outreach-settings.reads.ts'
import type { Reason } from '../suppressions/suppression.schema.ts'
import type { SuppressionMatch } from '../suppressions/suppressions.reads.ts'
import { addressWarning, judgeAddress } from './address.logic.ts'
import type { BlockedReason } from './enrollment.schema.ts'

export interface EnrollmentCandidate {
  lead_id: number
  email: unknown
  status: unknown
  country: unknown
  email_status: unknown
  /** The provenance of the address. */
  email_origin: JsonObject | null
  /** Leads that are the same company or person, by a merge. */
  merged_with: readonly number[]
}

export interface Rules {
  settings: Pick<
    SequenceSettings,
    'allowed_verdicts' | 'unverified' | 'allow_free_mail' | 'allow_other_sequences' | 'use_recipient_time_zone'
  >
  consent_required: boolean
  consent_source: string
  /** Leads with an unverified address are enrolled too. */
  include_unverified: boolean
  country_rules: CountryRuleMap
  suppressed: ReadonlyMap<string, SuppressionMatch>
  /** Lead ids and mailboxes (`mailboxOf`) that are in the sequence already; grows while a batch is judged. */
  taken: { leads: Set<number>; emails: Set<string> }
  /** Names of other sequences that still write to a lead or a mailbox. */
  elsewhere: { leads: ReadonlyMap<number, string>; emails: ReadonlyMap<string, string> }
}

export type EnrollmentVerdict =
  | { ok: true; address: EmailAddress; country: string | null; warnings: string[] }
  | { ok: false; reason: BlockedReason; detail: string }

const blocked = (reason: BlockedReason, detail: string): EnrollmentVerdict => ({ ok: false, reason, detail })

export function judgeCandidate(candidate: EnrollmentCandidate | undefined, rules: Rules): EnrollmentVerdict {
  if (!candidate) return blocked('inactive_lead', 'There is no such lead')
  if (candidate.status === 'dead') return blocked('inactive_lead', 'The lead is marked as dead')
  const text = typeof candidate.email === 'string' ? candidate.email.trim() : ''
  if (text === '') return blocked('no_email', 'The lead has no e-mail address')
  const address = readAddress(text)
  if (!address) return blocked('invalid_email', `"${text.slice(0, 100)}" is not one plain e-mail address`)
  const suppressed = rules.suppressed.get(address.email)
  if (suppressed) return blocked('suppressed', wordsOf(suppressed))
  const { settings, taken } = rules
  const isTaken = taken.leads.has(candidate.lead_id)
  const fellow = candidate.merged_with.find((id) => taken.leads.has(id))
  if (!isTaken && fellow !== undefined)
    return blocked('merged', `Merged with lead ${fellow}, which is in this sequence`)
  if (isTaken || taken.emails.has(mailboxOf(address.email)))
    return blocked('already_enrolled', 'The lead, or another with the same address, is in this sequence')
  const other =
    [candidate.lead_id, ...candidate.merged_with].flatMap((id) => rules.elsewhere.leads.get(id) ?? [])[0] ??
    rules.elsewhere.emails.get(mailboxOf(address.email))
  if (other !== undefined && !settings.allow_other_sequences)
    return blocked(
      'in_other_sequence',
      `The sequence "${other}" still writes to this person. Stop it there, or allow it in the settings of this sequence`,
    )
  const facts = { verdict: candidate.email_status, origin: candidate.email_origin }
  const addressRules = { ...settings, includes_unverified: rules.include_unverified }
  const problem = judgeAddress(facts, addressRules)
  if (problem) return blocked(problem.reason, problem.detail)
  if (!settings.allow_free_mail && isFreeMail(address.domain))
    return blocked('invalid_email', `${address.domain} is a free mail provider, which the sequence does not allow`)
  if (rules.consent_required && rules.consent_source.trim() === '')
    return blocked('no_consent_source', 'The workspace asks for a consent source with each enrollment')
  const country = countryOf(candidate.country, address.domain)
  const rule = ruleFor(rules.country_rules, country)
  if (rule === 'block')
    return blocked(
      'country_rule',
      `Leads ${country ? `in ${country}` : 'without a known country'} are blocked by a country rule`,
    )
  const zone = settings.use_recipient_time_zone ? zoneOfCountry(country) : null
  const warnings = [
    ...(other === undefined ? [] : [`The sequence "${other}" writes to this person too`]),
    ...(zone !== null && country !== null && SEVERAL_ZONES.has(country)
      ? [`${country} has several time zones; ${zone} is assumed`]
      : []),
    ...(rule === 'warn' ? [`A country rule asks for care with ${country ?? 'leads without a known country'}`] : []),
    ...[addressWarning(facts, addressRules)].flatMap((words) => words ?? []),
  ]
  taken.leads.add(candidate.lead_id)
  taken.emails.add(mailboxOf(address.email))
  return { ok: true, address, country, warnings }
}

function wordsOf({ reason, merged_with }: SuppressionMatch): string {
  return merged_with === null
    ? SUPPRESSED[reason]
    : `The same person as lead ${merged_with} by a merge. ${SUPPRESSED[reason]} there.`
}

const SUPPRESSED: Record<Reason, string> = {
  unsubscribe: 'The address was unsubscribed',
  bounce: 'Mail to the address bounced',
  complaint: 'The recipient complained',
  manual: 'The address or its domain is suppressed',
  erasure: 'The person was erased',
}
