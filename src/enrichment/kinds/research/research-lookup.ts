// The lookup of a `research` column: does what the model asks for, step by step, until an answer has verified quotes.

import { settingsAnswerPart } from '../../../engine/columns/answer-settings.ts'
import { NO_SEARCH } from '../../../engine/columns/kinds/research.kind.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { AccountForm, CustomLookup, HttpLookup, SteppedLookup } from '../../../providers/kit/kit.ts'
import type { ModelVendor } from '../../../providers/models/model-kit.ts'
import { findModel } from '../../../providers/models/model-vendors.ts'
import { WEB_SEARCHES } from '../../../providers/web-searches.ts'
import { outputOf, usualTokensOf } from '../ai/ai-lookup.ts'
import { LONGEST_DATA } from '../ai/ai-prompt.logic.ts'
import { customLookup, fingerprintOf } from '../custom-settings.ts'
import { type ModelPrice, tokensUsd } from '../models/model-prices.reads.ts'
import { type ResearchMeans, type ResearchSettings, research } from './research.ts'
import { turnUsd } from './research-calls.ts'
import { LONGEST_OBSERVATION } from './research-prompt.logic.ts'

/** Whether the workspace has what a form asks for. */
type IsEntered = (form: AccountForm) => boolean

const LONGEST_INPUT = 1_000_000

/** Undefined for a vendor or a search that there is not. */
export function researchLookup(
  settings: ResearchSettings,
  provider: string,
  means: ResearchMeans & { entered: IsEntered },
): SteppedLookup | undefined {
  const known = findModel(settings.model)
  const search = searchOf(settings.search, means.entered)
  if (!known || search === undefined) return undefined
  const { vendor, model } = known
  const price = means.priceOf(settings.model)
  return customLookup<SteppedLookup>(settings, {
    id: provider,
    provider: vendor.integration.id,
    label: `Research with ${vendor.integration.name}: ${model}`,
    outputs: settings.fields.map(outputOf),
    price: priceOf(settings, vendor, price, search),
    license: 'inferred',
    method: 'ai',
    repeat_free: true,
    cache_days: 0,
    limits: {},
    timeout_ms: settings.timeout_seconds * 1000,
    account: vendor.integration,
    fingerprint: fingerprintOf(settingsAnswerPart('research', settings) as JsonObject),
    longest_input: LONGEST_INPUT,
    work: (values, { step }) => research({ settings, vendor, model, price, search, means }, values, step),
  })
}

/** Null is to search nothing; undefined: it names a search that there is not. */
function searchOf(wanted: string | undefined, isEntered: IsEntered): HttpLookup | null | undefined {
  if (wanted === NO_SEARCH) return null
  if (wanted !== undefined) return WEB_SEARCHES.find(({ id }) => id === wanted)
  return WEB_SEARCHES.find(({ integration }) => integration && isEntered(integration)) ?? null
}

/** The most a row can cost: every step with the longest of everything that came before it, and a search in each. */
function priceOf(
  settings: ResearchSettings,
  vendor: ModelVendor,
  price: ModelPrice | null,
  search: HttpLookup | null,
): CustomLookup['price'] {
  const { max_steps, max_tokens, max_usd = Number.POSITIVE_INFINITY, prompt } = settings
  const opening = prompt.length + LONGEST_DATA + LONGEST_OBSERVATION
  const steps = Array.from({ length: max_steps }, (_, before) =>
    turnUsd(price, opening + before * (LONGEST_OBSERVATION + 4 * max_tokens), max_tokens),
  )
  const searches = search ? search.price.usd : 0
  if (searches === null || steps.some((usd) => usd === null))
    return { usd: null, rule: 'vendor_reports', counted_here: true }
  const usd = steps.reduce<number>((sum, each) => sum + (each ?? 0) + searches, 0)
  if (vendor.own && usd === 0) return { usd: 0, rule: 'free' }
  const usual = {
    low_usd: Math.min(usualUsd(1, 0), max_usd),
    expected_usd: Math.min(usualUsd(Math.min(USUAL.steps, max_steps), searches), max_usd),
  }
  return { usd: Math.min(usd, max_usd), rule: 'vendor_reports', counted_here: true, usual }

  /** The usual cost of this many steps. Every second step before the last is a search. */
  function usualUsd(count: number, searched: number): number {
    const said = Math.min(USUAL.said, max_tokens)
    const turns = Array.from({ length: count }, (_, before) =>
      tokensUsd(price ?? FREE, usualTokensOf(prompt.length + RULES + before * USUAL.observed) + before * said, said),
    )
    return turns.reduce((sum, each) => sum + each, 0) + searched * Math.floor(count / 2)
  }
}

/** Assumed until a column was run: steps to an answer, letters that each brings to read, and tokens that are said in each. */
const USUAL = { steps: 4, observed: 6_000, said: 200 }
/** Letters of the rules and the schema that go with every question. */
const RULES = 4_000
const FREE: ModelPrice = { input_micro: 0, output_micro: 0 }
