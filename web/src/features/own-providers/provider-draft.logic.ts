// An own provider as its form holds it: read from a definition, written to one, and what it still lacks. Pure.
import type { Column, Schemas } from '../../api/shapes.ts'
import { outcomesOf } from '../columns/catalogue.logic.ts'
import type { HttpDraft, HttpField } from '../columns/custom.shapes.ts'
import type { Provider } from '../columns/workbook.shapes.ts'
import { isNumber, writeNumber } from '../custom-columns/draft-parts.logic.ts'
import { newHttp, problemOfHttp, readHttp, templatesOf, writeHttp } from '../custom-columns/http/http-draft.logic.ts'
import type { KnownField } from '../custom-columns/http/http-fields.tsx'
import { namesIn } from '../custom-columns/references.logic.ts'
import type { Definition } from './own-providers.queries.ts'

type OwnInput = Definition['inputs'][number]

export interface ProviderDraft {
  name: string
  description: string
  docs_url: string
  /** The request, and the fields that are read of the answer. */
  request: HttpDraft
  /** What is known of inputs by name, be they referred to at the moment or not. */
  details: Record<string, OwnInput>
  confidence: string
  license: Definition['license']
  'verified.path': string
  /** One a line. */
  'verified.values': string
  /** Values to test it with, by input. */
  sample: Record<string, string>
  /** The sample is part of the definition. */
  keeps_sample: boolean
  one_of: string[][]
}

export const METHODS = ['GET', 'POST'] as const

const withCacheDays = (request: HttpDraft, days = 30): HttpDraft => ({
  ...request,
  options: { ...request.options, cache_days: String(days) },
})

export function newProvider(): ProviderDraft {
  return {
    name: '',
    description: '',
    docs_url: '',
    details: {},
    confidence: '0.8',
    license: 'unknown',
    request: withCacheDays(newHttp('Provider')),
    'verified.path': '',
    'verified.values': '',
    sample: {},
    keeps_sample: false,
    one_of: [],
  }
}

export function readProvider({ name, definition }: Pick<Schemas['OwnProvider'], 'name' | 'definition'>): ProviderDraft {
  const { description, docs_url, inputs, one_of, confidence, license, verified, sample } = definition
  return {
    name,
    description: description ?? '',
    docs_url: docs_url ?? '',
    license,
    one_of: one_of ?? [],
    request: withCacheDays(
      readHttp({ ...definition, id: '', name: 'Provider', type: 'http' } as unknown as Column),
      definition.cache_days,
    ),
    details: Object.fromEntries(inputs.map((input) => [input.name, input])),
    confidence: String(confidence),
    'verified.path': verified?.path ?? '',
    'verified.values': verified?.values.join('\n') ?? '',
    sample: sample ?? {},
    keeps_sample: sample !== undefined && Object.keys(sample).length > 0,
  }
}

/** What the request refers to, in its order: these are the inputs. */
export function inputsOf({ request, details }: ProviderDraft): OwnInput[] {
  return namesIn(...templatesOf(request)).map((name) => ({ required: true, ...details[name], name }))
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** `known` are the fields of the catalog: their types are settled there. */
export function writeProvider(draft: ProviderDraft, known: ReadonlyMap<string, KnownField>): Definition {
  const { name: _n, type: _t, required: _r, run_if: _i, output: _o, ...request } = writeHttp(draft.request, false)
  const inputs = inputsOf(draft)
  const names = new Set(inputs.map(({ name }) => name))
  const one_of = draft.one_of.map((group) => group.filter((name) => names.has(name))).filter(({ length }) => length > 1)
  const verified = lines(draft['verified.values'])
  const sample = Object.fromEntries(Object.entries(draft.sample).filter(([name, value]) => names.has(name) && value))
  return {
    ...request,
    description: draft.description.trim(),
    ...(draft.docs_url.trim() && { docs_url: draft.docs_url.trim() }),
    inputs: inputs.map(({ label, ...input }) => ({ ...input, ...(label?.trim() && { label: label.trim() }) })),
    ...(one_of.length > 0 && { one_of }),
    fields: draft.request.fields.map(({ type, ...field }: HttpField) => {
      const name = field.name.trim()
      return { ...field, name, path: field.path.trim(), ...(type && !known.has(name) && { type }) }
    }),
    confidence: writeNumber(draft.confidence) ?? 0.8,
    license: draft.license,
    ...(draft['verified.path'].trim() &&
      verified.length > 0 && { verified: { path: draft['verified.path'].trim(), values: verified } }),
    ...(draft.keeps_sample && Object.keys(sample).length > 0 && { sample }),
  } as Definition
}

const INPUT = /^[a-z][a-z0-9_]{0,59}$/

/** Why it cannot be called yet, in words; null when it can. */
export function problemOfRequest(draft: ProviderDraft): string | null {
  const { request } = draft
  const wrong = problemOfHttp({ ...request, name: 'Provider' })
  if (wrong) return wrong
  const inputs = inputsOf(draft)
  if (inputs.length === 0) return 'Put an input into the request, such as {{domain}}, or every request is the same.'
  const misnamed = inputs.find(({ name }) => !INPUT.test(name))
  if (misnamed) return `Inputs are called in lower-case letters, digits and _: {{${misnamed.name}}} is not.`
  const confidence = Number(draft.confidence)
  if (!isNumber(draft.confidence) || confidence < 0 || confidence > 1) return 'How sure it is lies between 0 and 1.'
  return null
}

/** Why it cannot be saved yet, in words; null when it can. */
export function problemOfProvider(draft: ProviderDraft): string | null {
  if (draft.name.trim() === '') return 'Give the provider a name.'
  const wrong = problemOfRequest(draft)
  if (wrong) return wrong
  if (draft.request.fields.length === 0) return 'Say what it finds: test it, and click on a value of the answer.'
  if (draft['verified.path'].trim() !== '' && lines(draft['verified.values']).length === 0)
    return 'Say which words mean that a value was checked.'
  return null
}

/** Names that inputs of the built-in catalog have: what they mean is known. */
export function knownInputs(providers: readonly Provider[]): Map<string, string> {
  const built = providers.filter(({ own }) => !own)
  return new Map(built.flatMap(({ inputs }) => inputs.map(({ name, label }) => [name, label] as const)).reverse())
}

/** By name, as the catalog calls them. */
export function knownFields(providers: readonly Provider[]): Map<string, KnownField> {
  const outcomes = outcomesOf(providers.filter(({ own }) => !own))
  const byName = outcomes.map(({ field, label, type }) => [field, { label, type }] as const)
  return new Map(byName.sort(([a], [b]) => a.localeCompare(b)))
}

/** What the request may refer to, as the editors of references take it. */
export function referable(draft: ProviderDraft, known: ReadonlyMap<string, string>): Column[] {
  const names = [...new Set([...inputsOf(draft).map(({ name }) => name), ...known.keys()])]
  return names.map((name) => ({ id: name, name, type: 'input', input_type: 'text' }) as Column)
}

/** Where a refused part stands in the form; places of the definition without its name. */
export const placesIn = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([place, error]) => [place.replace(/^definition\./, ''), error]))

/** "Work email, acme score". */
export const foundWords = ({ fields }: Definition, known: ReadonlyMap<string, KnownField>) =>
  fields.map(({ name, label }) => label ?? known.get(name)?.label ?? name.replaceAll('_', ' ')).join(', ')

export function costWordsOf({ price_usd, billing }: Pick<Definition, 'price_usd' | 'billing'>): string {
  if (price_usd === undefined || price_usd === 0) return 'Free'
  const rule = billing === 'on_hit' ? 'billed when found' : 'billed per call'
  return price_usd === 'unknown' ? `Price unknown, ${rule}` : `$${price_usd}, ${rule}`
}
