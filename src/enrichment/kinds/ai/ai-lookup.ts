// The lookup of an `ai` column: one question to a model for each row, answered in the declared fields.

import type { SettingsOf } from '../../../engine/columns/custom-columns.ts'
import type { AiColumn, AskedField } from '../../../engine/columns/kinds/ai.kind.ts'
import { canonicalJson, type JsonObject } from '../../../kernel/json.ts'
import {
  type ActTools,
  type CustomLookup,
  type CustomOutput,
  found,
  type LookupAnswer,
  notFound,
} from '../../../providers/kit/kit.ts'
import type { CallPrice } from '../../../providers/kit/lookup-price.ts'
import type { Manners } from '../../../providers/models/ask-model.ts'
import type { ModelVendor } from '../../../providers/models/model-kit.ts'
import { findModel } from '../../../providers/models/model-vendors.ts'
import { customLookup, fingerprintOf } from '../custom-settings.ts'
import { type ModelPrice, type PriceOfModel, tokensUsd } from '../models/model-prices.reads.ts'
import { askFields, createMeter } from '../models/model-talk.ts'
import { LONGEST_DATA, promptOf, SYSTEM } from './ai-prompt.logic.ts'

/** What the fit of an answer to its schema says of its truth; what a model says of itself is never asked. */
const CONFIDENCE = { at_once: 0.6, repaired: 0.5 }
const LONGEST_INPUT = 1_000_000

export interface ModelMeans {
  priceOf: PriceOfModel
  manners: Manners
}

/** Undefined for a vendor that there is not. */
export function aiLookup(
  settings: SettingsOf<AiColumn>,
  provider: string,
  { priceOf, manners }: ModelMeans,
): CustomLookup | undefined {
  const { model: id, prompt, fields, temperature, max_tokens, cache_days, timeout_seconds } = settings
  const known = findModel(id)
  if (!known) return undefined
  const { vendor, model } = known
  const price = priceOf(id)
  // The schema of the answer goes with each question, in the words of the vendor.
  const schema = 2 * tokensIn(canonicalJson(fields as never))
  const priceAt = (tokens: number, letters: number) => billing(vendor, price, { tokens, letters }, max_tokens)

  async function act(values: JsonObject, tools: ActTools): Promise<LookupAnswer> {
    const { system, user } = promptOf(prompt, values)
    const meter = createMeter({ price, tools })
    const talk = { vendor, model, price, system, temperature, max_tokens, manners, tools }
    const said = await askFields(talk, [{ role: 'user', text: user }], fields, meter)
    if ('failed' in said) return said.failed
    tools.note({ repaired: said.repaired })
    if (Object.keys(said.values).length === 0) return notFound('The model does not know')
    return found(said.values, said.repaired ? CONFIDENCE.repaired : CONFIDENCE.at_once)
  }

  return customLookup(settings, {
    id: provider,
    provider: vendor.integration.id,
    label: `${vendor.integration.name}: ${model}`,
    outputs: fields.map(outputOf),
    price: priceAt(tokensIn(`${SYSTEM}${prompt}`) + schema, LONGEST_DATA),
    price_for(values) {
      const { system, user } = promptOf(prompt, values)
      return priceAt(tokensIn(`${system}${user}`) + schema, 0)
    },
    license: 'inferred',
    method: 'ai',
    repeat_free: vendor.own,
    cache_days,
    limits: {},
    timeout_ms: timeout_seconds * 1000,
    account: vendor.integration,
    fingerprint: fingerprintOf({ id, prompt, fields: fields as never, temperature, max_tokens }),
    longest_input: LONGEST_INPUT,
    act,
  })
}

/** The most a question can cost: of its own tokens and those of so many letters, with an answer of full length that is sent back once. */
function billing(
  vendor: ModelVendor,
  price: ModelPrice | null,
  question: { tokens: number; letters: number },
  maxTokens: number,
): CallPrice {
  if (vendor.own && price && price.input_micro + price.output_micro === 0) return { usd: 0, rule: 'free' }
  if (!price) return { usd: null, rule: 'vendor_reports', counted_here: true }
  const { tokens, letters } = question
  const input = tokens + tokensOf(letters)
  // A token is mostly four letters, where the most is reckoned with two.
  const asked = (data: number, said: number) =>
    tokensUsd(price, Math.ceil(tokens / 2) + usualTokensOf(data), Math.min(said, maxTokens))
  const usual = {
    low_usd: asked(0, SHORT.said),
    expected_usd: asked(letters > 0 ? USUAL.data : 0, USUAL.said),
  }
  const usd = tokensUsd(price, 2 * input + COMPLAINT + 2 * maxTokens, 2 * maxTokens)
  return { usd, rule: 'vendor_reports', counted_here: true, usual }
}

/** Tokens of what a model is told of an answer that does not fit. */
const COMPLAINT = 400

/** A declared field, as an output of the lookup. */
export function outputOf({ name, type, options }: AskedField): CustomOutput {
  return { field: name, label: name, type, ...(options && { options }) }
}

/** Assumed until a column was run: letters of a row's values, and tokens of an answer. The least is a row of almost nothing. */
const USUAL = { data: 2_000, said: 150 }
const SHORT = { said: 20 }

/** A token is mostly four letters. */
export const usualTokensOf = (letters: number) => Math.ceil(letters / 4)

/** A token is rarely less than two letters, */
export const tokensOf = (letters: number) => Math.ceil(letters / 2)

/** nor less than two bytes, where a letter has several. */
export const tokensIn = (text: string) => Math.ceil(Buffer.byteLength(text) / 2)
