// Searches the catalogue by what people want to know ("work email"), and says in words what a lookup costs and needs.
import { count, counted } from '../../../ui/format.ts'
import type { Provider } from '../workbook.shapes.ts'

/** One thing that can be found, with the lookups that can find it. */
export interface Outcome {
  field: string
  label: string
  type: string
  providers: Provider[]
}

const SYNONYMS: Record<string, string> = {
  mail: 'email',
  'e-mail': 'email',
  website: 'domain',
  site: 'domain',
  url: 'domain',
  telephone: 'phone',
  tel: 'phone',
  mobile: 'phone',
  location: 'country',
  nation: 'country',
  firm: 'company',
  organisation: 'company',
  organization: 'company',
  business: 'company',
}

/** What most lists are made for, shown first. */
const WANTED_FIRST = ['work_email', 'company_domain', 'phone', 'company_name', 'job_title', 'country', 'company_email']

/** Every output field of the catalogue: the most wanted first, the rest in the catalogue's order. */
export function outcomesOf(providers: readonly Provider[]): Outcome[] {
  const outcomes = new Map<string, Outcome>()
  for (const provider of providers) {
    for (const output of provider.outputs) {
      const known = outcomes.get(output.field)
      if (known) {
        known.providers.push(provider)
        // "Country (by domain ending)" and "Country (of the number)" are both "Country".
        if (output.label !== known.label) known.label = known.label.replace(/ \(.*\)$/, '')
      } else outcomes.set(output.field, { ...output, providers: [provider] })
    }
  }
  const wanted = WANTED_FIRST.flatMap((field) => outcomes.get(field) ?? [])
  return [...new Set([...wanted, ...outcomes.values()])]
}

/** Outcomes that fit the question, best first; all of them when it is blank. */
export function searchOutcomes(outcomes: readonly Outcome[], question: string): Outcome[] {
  const words = question
    .toLowerCase()
    .split(/[\s,/]+/)
    .filter(Boolean)
  if (words.length === 0) return [...outcomes]
  const scored = outcomes.map((outcome) => ({ outcome, score: scoreOf(outcome, words) }))
  return scored
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .map((one) => one.outcome)
}

function scoreOf(outcome: Outcome, words: readonly string[]): number {
  const label = outcome.label.toLowerCase()
  const field = outcome.field.toLowerCase().replaceAll('_', ' ')
  const names = outcome.providers.map((provider) => provider.label.toLowerCase()).join(' ')
  const about = outcome.providers.map((provider) => provider.description.toLowerCase()).join(' ')
  let score = 0
  for (const word of words) {
    const also = SYNONYMS[word] ?? word
    const hit = (text: string) => text.includes(word) || text.includes(also)
    if (label === words.join(' ')) score += 40
    if (hit(label)) score += label.startsWith(word) ? 12 : 10
    else if (hit(field)) score += 8
    else if (hit(names)) score += 4
    else if (hit(about)) score += 2
    else return 0
  }
  // Whoever types "email" wants an address, and not one of the many facts about addresses.
  return score >= 10 && WANTED_FIRST.includes(outcome.field) ? score + 5 : score
}

/** "Free · Website reader", "Free · 1 of 11 providers ready", "Practice · 11 providers". */
export function outcomeWords({ providers }: Outcome): string {
  const ready = providers.filter((one) => one.ready)
  const isFree = ({ billing_rule, price_usd }: Provider) => billing_rule === 'free' || price_usd === 0
  const cost = providers.some((one) => one.practises)
    ? 'Practice'
    : ready.length === 0
      ? 'Needs a key'
      : ready.every(isFree)
        ? 'Free'
        : ready.some(isFree)
          ? 'Free first'
          : 'Paid'
  const isPart = ready.length > 0 && ready.length < providers.length
  const who = isPart
    ? `${count(ready.length)} of ${counted(providers.length, 'provider')} ready`
    : providers.length <= 2
      ? providers.map(({ label }) => label).join(', ')
      : counted(providers.length, 'provider')
  return `${cost} · ${who}`
}

const RULES: Record<string, string> = {
  free: 'free',
  on_hit: 'billed when found',
  on_verified: 'billed when verified',
  per_call: 'billed per call',
  vendor_reports: 'billed as the vendor reports',
}

/** "Free", "$0.01, billed when found", "Price unknown, billed per call". */
export function priceWords(provider: Pick<Provider, 'price_usd' | 'billing_rule'>): string {
  if (provider.billing_rule === 'free' || provider.price_usd === 0) return 'Free'
  const rule = RULES[provider.billing_rule] ?? provider.billing_rule.replaceAll('_', ' ')
  if (provider.price_usd === null) return `Price unknown, ${rule}`
  return `$${String(Number(provider.price_usd.toFixed(6)))}, ${rule}`
}

const METHODS: Record<string, string> = {
  api: 'asks a service',
  crawl: 'reads the website',
  registry: 'public register',
  inferred: 'worked out here',
  ai: 'language model',
}

export function methodWords(method: string | undefined): string {
  return method ? (METHODS[method] ?? method) : ''
}

/** How sure we are of the vendor's side, where that is not a matter of course. */
export function stateWords({ state, verified_on }: Pick<Provider, 'state' | 'verified_on'>): string {
  if (state === 'documented') return 'not yet tried with an account'
  if (state === 'ended') return 'ended'
  return verified_on ? `tried on ${verified_on}` : ''
}

/** "Needs company name", "Needs first name, last name; and domain or email". */
export function needsWords(provider: Provider): string {
  const label = (name: string) => (provider.inputs.find((input) => input.name === name)?.label ?? name).toLowerCase()
  const required = provider.inputs.filter((input) => input.required).map((input) => input.label.toLowerCase())
  const groups = (provider.one_of ?? []).map((group) => group.map(label).join(' or '))
  const needs = [...required, ...groups]
  return needs.length === 0 ? 'Needs nothing' : `Needs ${needs.join(', ')}`
}

/** A fair order for a first waterfall: ready before not, free before paid, cheap before dear. */
export function suggestOrder(providers: readonly Provider[]): Provider[] {
  const cost = (one: Provider) => (one.billing_rule === 'free' ? 0 : (one.price_usd ?? Number.POSITIVE_INFINITY))
  return [...providers].sort((a, b) => Number(b.ready) - Number(a.ready) || cost(a) - cost(b))
}
