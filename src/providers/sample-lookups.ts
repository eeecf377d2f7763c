// Lookups of test runs: they answer like the vendor's sample, made to fit the inputs, always the same for the same inputs.
import { createHash } from 'node:crypto'
import { testId } from '../engine/waterfall/test-data.ts'
import { canonicalJson, type Json, type JsonObject } from '../kernel/json.ts'
import { FIELDS, type FieldName } from './kit/fields.ts'
import {
  type CustomLookup,
  type CustomOutput,
  found,
  type Inputs,
  integrationOf,
  type LocalLookup,
  type Lookup,
  type LookupAnswer,
  notFound,
  type SteppedLookup,
} from './kit/kit.ts'
import { latinSpellings } from './names/latin.ts'

/** The lookup as a test run asks it: what is computed here is computed, all others are answered from their samples. */
export function sampleLookup(lookup: Lookup): Lookup {
  return 'answer' in lookup ? lookup : sampleOf(lookup)
}

/** Made-up values have no owner and no license. */
const NOBODYS = { license: 'unknown', method: 'inferred' } as const

function sampleOf(lookup: Lookup): LocalLookup {
  const { provider, outputs, inputs, one_of, docs_url, sample } = lookup
  return {
    id: testId(lookup.id),
    provider,
    label: `${lookup.label} (test data)`,
    description: lookup.description,
    docs_url,
    inputs,
    ...(one_of && { one_of }),
    outputs,
    ...NOBODYS,
    sample,
    price: { usd: 0, rule: 'free' },
    keyless: true,
    repeat_free: true,
    cache_days: 0,
    limits: {},
    timeout_ms: 1_000,
    answer: (asked) => answerOf(lookup, asked),
  }
}

/** What columns ask of models and APIs, answered without calls: a value of the right type for every field, always the same for the same row. */
export function sampledColumn(lookup: CustomLookup | SteppedLookup): CustomLookup {
  const {
    account: _account,
    work: _work,
    price_for: _price,
    alone: _alone,
    listed: _listed,
    ...declared
  } = { work: undefined, price_for: undefined, alone: undefined, listed: undefined, ...lookup }
  return {
    ...declared,
    id: testId(lookup.id),
    ...NOBODYS,
    label: `${lookup.label} (test data)`,
    price: { usd: 0, rule: 'free' },
    keyless: true,
    repeat_free: true,
    cache_days: 0,
    limits: {},
    timeout_ms: 1_000,
    async act(asked) {
      const dice = diceOf(`${lookup.id} ${canonicalJson(asked)}`)
      if (dice(100) >= HITS) return notFound('Test data: taken not to be known')
      return found(Object.fromEntries(lookup.outputs.map((output) => [output.field, madeUp(output, dice)])), 0.6)
    },
  }
}

function madeUp({ field, type, options }: CustomOutput, dice: (sides: number) => number): Json {
  if (options) return options[dice(options.length)] ?? null
  const host = `${plain(field) || 'company'}.example`
  const values: Record<CustomOutput['type'], Json> = {
    text: `Test: ${field}`,
    number: 1 + dice(1000),
    boolean: dice(2) === 0,
    date: `20${10 + dice(15)}-0${1 + dice(9)}-1${dice(10)}`,
    email: `info@${host}`,
    url: `https://${host}/`,
    phone: `+1 202 555 01${10 + dice(90)}`,
    json: [`Test: ${field}`],
  }
  return values[type]
}

/** Shares of a hundred questions, about as vendors answer. */
const HITS = 72
const VERIFIED = 70

function answerOf(lookup: Lookup, inputs: Inputs): LookupAnswer {
  const dice = diceOf(`${lookup.id} ${JSON.stringify(Object.entries(inputs).sort())}`)
  const name = integrationOf(lookup)?.name ?? lookup.provider
  const isVerifier = lookup.inputs.every(({ name, required }) => name === 'email' && required)
  if (!isVerifier && dice(100) >= HITS) return notFound(`Test data: ${name} is taken to have nothing here`)
  const values: JsonObject = {}
  for (const { field } of lookup.outputs) {
    const value = valueFor(field, inputs, lookup.sample.values[field] ?? null, dice)
    if (value !== null) values[field] = value
  }
  const isSure = isVerifier ? values.email_status === 'valid' : dice(100) < VERIFIED
  return found(values, isSure ? 0.95 : 0.6, { verified: isSure })
}

const VERDICTS = ['valid', 'valid', 'valid', 'valid', 'valid', 'valid', 'catch_all', 'catch_all', 'invalid', 'unknown']

function valueFor(field: FieldName, inputs: Inputs, sample: Json, dice: (sides: number) => number): Json {
  if (field === 'email_status' || field === 'email_verdict') return VERDICTS[dice(VERDICTS.length)] ?? 'unknown'
  const given = inputs[field]
  if (given !== undefined && FIELDS[field].type === 'text') return given
  switch (field) {
    case 'work_email':
      return addressOf(inputs)
    case 'company_email':
      return `info@${domainOf(inputs)}`
    case 'company_domain':
      return domainOf(inputs)
    case 'website':
      return `https://${domainOf(inputs)}/`
    case 'company_name':
      return inputs.company ?? inputs.name ?? sample
    case 'full_name':
      return personOf(inputs).join(' ') || sample
    case 'first_name':
      return personOf(inputs)[0] ?? sample
    case 'last_name':
      return personOf(inputs).at(-1) ?? sample
  }
  if (typeof sample === 'number') return Math.max(1, Math.round(sample * (0.4 + dice(120) / 100)))
  return sample
}

function addressOf(inputs: Inputs): string {
  const [first, ...rest] = personOf(inputs)
    .map((word) => plain(latinSpellings(word, 0)[0]?.text ?? word))
    .filter(Boolean)
  const last = rest.at(-1)
  return `${first ? (last ? `${first}.${last}` : first) : 'info'}@${domainOf(inputs)}`
}

/** The words of the person's name; of an address in front of the at sign when no name was given. */
function personOf(inputs: Inputs): string[] {
  const name = inputs.full_name ?? [inputs.first_name, inputs.last_name].filter(Boolean).join(' ')
  const words = name || (inputs.email?.split('@')[0] ?? '').replace(/[._-]+/g, ' ')
  return words.split(/\s+/).filter(Boolean)
}

function domainOf(inputs: Inputs): string {
  const given = inputs.domain ?? inputs.website ?? inputs.url ?? inputs.email?.split('@')[1]
  const host = given
    ?.replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .split(/[/?#]/)[0]
    ?.toLowerCase()
  // `.example` is reserved, so made-up data reaches no real site.
  if (host && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)) return host
  return `${plain(inputs.company ?? inputs.company_name ?? inputs.name ?? '') || 'company'}.example`
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')

/** Numbers from 0 to `sides` - 1, always the same row of them for the same text. */
function diceOf(text: string): (sides: number) => number {
  let rolls = 0
  return (sides) => createHash('sha256').update(`${rolls++} ${text}`).digest().readUInt32BE(0) % sides
}
