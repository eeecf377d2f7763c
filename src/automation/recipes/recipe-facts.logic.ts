// What a recipe needs and costs, read off its columns: keys, and the price of one row.
import { asksModel } from '../../engine/columns/columns.ts'
import type { Terms } from '../../engine/money/price.ts'
import type { TermsOf } from '../../enrichment/money/prices.reads.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import { lookupById } from '../../providers/catalog.ts'
import { hubspot } from '../../providers/crm/hubspot.ts'
import { salesforce } from '../../providers/crm/salesforce.ts'
import { integrationOf } from '../../providers/kit/kit.ts'
import type { DeclaredOf } from '../../records/own-providers/own-providers.reads.ts'

/** The members of a column that matter here; both a new column and a column of a definition have them. */
export interface FactColumn {
  name: string
  type: string
  provider?: string
  output?: string
  steps?: readonly { provider: string; enabled?: boolean }[]
  price_usd?: number | 'unknown'
  auth?: { secret?: string }
  target?: { kind: string; secret?: string }
}

export interface KeyNeed {
  id: string
  name: string
  /** False: another step of the same waterfall works without it. */
  required: boolean
}

export const MODEL_KEY = 'model'
/** Before the name of a secret of the workspace. */
export const SECRET_KEY = 'secret:'

const stepsOf = ({ provider, steps }: FactColumn): string[] =>
  steps ? steps.filter(({ enabled }) => enabled !== false).map((step) => step.provider) : provider ? [provider] : []

/** Each key once, those without which some column stays empty first. */
export function keysOf(columns: readonly FactColumn[]): KeyNeed[] {
  const needs = new Map<string, KeyNeed>()
  const add = (id: string, name: string, required: boolean) => {
    const known = needs.get(id)
    needs.set(id, { id, name, required: required || known?.required === true })
  }
  for (const column of columns) {
    if (asksModel(column.type)) add(MODEL_KEY, 'An AI model', true)
    for (const secret of [column.auth?.secret, column.target?.secret])
      if (secret) add(SECRET_KEY + secret, `Secret ${secret}`, true)
    const crm = formOf(column.target?.kind)
    if (crm) add(crm.id, crm.name, true)
    const asked = stepsOf(column).flatMap((id) => lookupById(id) ?? [])
    const keyed = asked.filter(({ keyless }) => !keyless)
    for (const lookup of keyed) {
      const form = integrationOf(lookup)
      if (form) add(form.id, form.name, keyed.length === 1 && asked.length === 1)
    }
  }
  return [...needs.values()].sort((a, b) => Number(b.required) - Number(a.required))
}

/** What must be entered before each column finds anything: of each group one key is enough. */
export function missingKeys(
  columns: readonly FactColumn[],
  isReady: (id: string) => boolean,
): { any_of: { id: string; name: string }[] }[] {
  const missing = columns.flatMap((column) => {
    const keys = keysOf([column])
    const required = keys.filter((key) => key.required && !isReady(key.id)).map((key) => [key])
    const isStuck = isKeyedOnly(column) && !keys.some(({ id }) => isReady(id))
    return required.length === 0 && isStuck ? [keys] : required
  })
  const groups = missing.map((keys) => ({ any_of: keys.map(({ id, name }) => ({ id, name })) }))
  return [...new Map(groups.map((group) => [group.any_of.map(({ id }) => id).join(), group])).values()]
}

/** A waterfall of keyed providers alone finds nothing without one of their keys. */
export function isKeyedOnly(column: FactColumn): boolean {
  const steps = stepsOf(column)
  return steps.length > 0 && steps.every((provider) => keysOf([{ name: '', type: '', provider }]).length > 0)
}

/** The account of the system that a delivery goes to. */
const formOf = (kind: string | undefined) =>
  kind === 'hubspot' ? hubspot : kind === 'salesforce' ? salesforce : undefined

export interface RowCost {
  low_usd: number
  high_usd: number
  /** Some call has an unknown price: of a model, or a vendor without a price. */
  has_unknown: boolean
}

/** `low`: the first step of every column answers; `high`: every step is called and bills. */
export function costOf(columns: readonly FactColumn[], termsOf: TermsOf, declaredOf: DeclaredOf): RowCost {
  let low = 0
  let high = 0
  let has_unknown = false
  for (const column of columns) {
    if (asksModel(column.type)) has_unknown = true
    if (column.type === 'http' && column.price_usd === 'unknown') has_unknown = true
    if (column.type === 'http' && typeof column.price_usd === 'number') {
      low += column.price_usd * 1e6
      high += column.price_usd * 1e6
    }
    const prices = stepsOf(column).flatMap((id) => {
      const lookup = declaredOf(id)
      return lookup ? [priceOf(termsOf(lookup))] : []
    })
    if (prices.includes(null)) has_unknown = true
    low += prices[0] ?? 0
    high += prices.reduce<number>((sum, price) => sum + (price ?? 0), 0)
  }
  return { low_usd: usdFromMicro(Math.round(low)), high_usd: usdFromMicro(Math.round(high)), has_unknown }
}

const priceOf = ({ rule, price_micro }: Terms): number | null => (rule === 'free' ? 0 : price_micro)
