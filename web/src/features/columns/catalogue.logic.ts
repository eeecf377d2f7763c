// The catalog by what people want to know ("work email"), and in words what a lookup costs and needs.
import { count, counted } from '../../ui/format.ts'
import type { Provider } from './workbook.shapes.ts'

/** One thing that can be found, with the lookups that can find it. */
export interface OutputChoice {
  field: string
  label: string
  type: string
  providers: Provider[]
}

/** What most lists are made for, shown first. */
const WANTED_FIRST = ['work_email', 'company_domain', 'phone', 'company_name', 'job_title', 'country', 'company_email']

/** Every output field of the catalog: the most wanted first, the rest in the catalog's order. */
export function outcomesOf(providers: readonly Provider[]): OutputChoice[] {
  const outcomes = new Map<string, OutputChoice>()
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

/** The outcomes that the catalog's search found, in its order. */
export function foundOutcomes(outcomes: readonly OutputChoice[], fields: readonly string[]): OutputChoice[] {
  const byField = new Map(outcomes.map((outcome) => [outcome.field, outcome]))
  return fields.flatMap((field) => byField.get(field) ?? [])
}

/** A call of it costs nothing, with whatever key it has. */
export const isFree = ({ billing_rule, price_usd }: Pick<Provider, 'price_usd' | 'billing_rule'>): boolean =>
  billing_rule === 'free' || price_usd === 0

/** "Free · Website reader", "Free · 1 of 11 providers ready"; `usable`: those that these columns can be asked with. */
export function outcomeWords({ providers }: OutputChoice, usable?: readonly string[]): string {
  const ready = providers.filter((one) => one.ready && (usable === undefined || usable.includes(one.id)))
  const cost =
    ready.length === 0 ? 'Needs a key' : ready.every(isFree) ? 'Free' : ready.some(isFree) ? 'Free first' : 'Paid'
  const isPart = ready.length > 0 && ready.length < providers.length
  const who = isPart
    ? `${count(ready.length)} of ${counted(providers.length, 'provider')} ${usable ? 'can use these columns' : 'ready'}`
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
  if (isFree(provider)) return 'Free'
  const rule = RULES[provider.billing_rule] ?? provider.billing_rule.replaceAll('_', ' ')
  if (provider.price_usd === null) return `Price unknown, ${rule}`
  return `$${String(Number(provider.price_usd.toFixed(6)))}, ${rule}`
}

const METHODS: Record<string, string> = {
  api: 'API lookup',
  crawl: 'reads the website',
  registry: 'public register',
  inferred: 'computed here',
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
  const cost = (one: Provider) => (isFree(one) ? 0 : (one.price_usd ?? Number.POSITIVE_INFINITY))
  return [...providers].sort((a, b) => Number(b.ready) - Number(a.ready) || cost(a) - cost(b))
}
