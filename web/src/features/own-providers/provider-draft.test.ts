// The promises of the form of own providers: nothing of a definition is lost, inputs follow the request, and what is missing is said.
import { describe, expect, it } from 'vitest'
import type { Provider } from '../columns/workbook.shapes.ts'
import type { Definition } from './own-providers.queries.ts'
import {
  costWordsOf,
  foundWords,
  inputsOf,
  knownFields,
  knownInputs,
  newProvider,
  type ProviderDraft,
  placesIn,
  problemOfProvider,
  readProvider,
  referable,
  writeProvider,
} from './provider-draft.logic.ts'
import { readProviderFile } from './provider-file.logic.ts'

const CATALOGUE = [
  {
    own: false,
    inputs: [{ name: 'domain', label: 'Domain' }],
    outputs: [{ field: 'work_email', label: 'Work email', type: 'email' }],
  },
  {
    own: true,
    inputs: [{ name: 'ticket', label: 'Ticket' }],
    outputs: [{ field: 'acme_score', label: 'Score', type: 'number' }],
  },
] as unknown as Provider[]
const KNOWN = knownFields(CATALOGUE)

const WHOLE: Definition = {
  description: 'Finds people',
  docs_url: 'https://docs.acme.example',
  inputs: [
    { name: 'domain', required: true },
    { name: 'full_name', label: 'Person', required: false, help: 'First and last' },
  ],
  one_of: [['domain', 'full_name']],
  method: 'POST',
  url: 'https://api.acme.example/v1/{{domain}}',
  query: { verbose: '1' },
  headers: { 'X-Team': 'sales' },
  body: '{"who": "{{full_name}}"}',
  auth: { kind: 'bearer', secret: 'ACME_KEY' },
  max_pages: 5,
  miss: { statuses: [404, 410] },
  fields: [
    { name: 'work_email', path: 'data.mail', values: { none: '' } },
    { name: 'acme_score', path: 'data.score', type: 'number', label: 'Score of Acme' },
  ],
  confidence: 0.9,
  verified: { path: 'data.status', values: ['valid', 'safe'] },
  license: 'proprietary-api',
  price_usd: 0.02,
  billing: 'on_hit',
  per_second: 5,
  concurrency: 2,
  timeout_seconds: 20,
  cache_days: 14,
  sample: { domain: 'acme.example' },
}

const asking = (url: string, more: Partial<ProviderDraft> = {}): ProviderDraft => {
  const draft = newProvider()
  return { ...draft, name: 'Acme', ...more, request: { ...draft.request, url, ...more.request } }
}

describe('the form of an own provider', () => {
  it('gives back every part of a definition that it was opened with', () => {
    expect(writeProvider(readProvider({ name: 'Acme', definition: WHOLE }), KNOWN)).toEqual(WHOLE)
  })

  it('keeps a price that is not known', () => {
    const unknown: Definition = { ...WHOLE, price_usd: 'unknown' }
    expect(writeProvider(readProvider({ name: 'Acme', definition: unknown }), KNOWN)).toEqual(unknown)
  })

  it('has as inputs what its request refers to, in the address, the parameters and what is sent', () => {
    const draft = readProvider({ name: 'Acme', definition: WHOLE })
    expect(inputsOf(draft).map(({ name }) => name)).toEqual(['domain', 'full_name'])
    const got = { ...draft, request: { ...draft.request, method: 'GET' as const } }
    expect(inputsOf(got).map(({ name }) => name)).toEqual(['domain'])
    const written = writeProvider(got, KNOWN)
    expect(written.inputs).toEqual([{ name: 'domain', required: true }])
    expect(written).not.toHaveProperty('one_of')
    // And back again nothing is forgotten.
    expect(inputsOf({ ...got, request: draft.request })[1]).toMatchObject({ label: 'Person', required: false })
  })

  it('leaves the type of a field of the catalogue to the catalogue, and not that of another one', () => {
    const field = (name: string) => ({ name, path: 'a', type: 'text' as const })
    const draft = asking('https://a.example/{{domain}}')
    const { fields } = writeProvider(
      { ...draft, request: { ...draft.request, fields: [field('work_email'), field('acme_score')] } },
      KNOWN,
    )
    expect(fields).toEqual([
      { name: 'work_email', path: 'a' },
      { name: 'acme_score', path: 'a', type: 'text' },
    ])
  })

  it('keeps a sample only where that is wanted, and of inputs that there are', () => {
    const sample = { domain: 'acme.example', gone: 'x' }
    const draft = asking('https://a.example/{{domain}}', { sample })
    expect(writeProvider(draft, KNOWN)).not.toHaveProperty('sample')
    expect(writeProvider({ ...draft, keeps_sample: true }, KNOWN).sample).toEqual({ domain: 'acme.example' })
  })

  it('says what is still missing', () => {
    expect(problemOfProvider({ ...newProvider() })).toMatch(/name/)
    expect(problemOfProvider(asking(''))).toMatch(/address/)
    expect(problemOfProvider(asking('https://a.example/all'))).toMatch(/\{\{domain\}\}/)
    expect(problemOfProvider(asking('https://a.example/{{Company Name}}'))).toMatch(/lower-case/)
    expect(problemOfProvider(asking('https://a.example/{{domain}}', { confidence: '2' }))).toMatch(/between 0 and 1/)
    expect(problemOfProvider(asking('https://a.example/{{domain}}'))).toMatch(/what it finds/)
    expect(problemOfProvider(readProvider({ name: 'Acme', definition: WHOLE }))).toBeNull()
    expect(problemOfProvider({ ...readProvider({ name: 'Acme', definition: WHOLE }), 'verified.values': ' ' })).toMatch(
      /checked/,
    )
  })

  it('offers names of the built-in catalogue to refer to, and those that it refers to already first', () => {
    const draft = asking('https://a.example/{{ticket}}')
    expect(referable(draft, knownInputs(CATALOGUE)).map(({ name }) => name)).toEqual(['ticket', 'domain'])
  })

  it('finds the place of what was refused', () => {
    expect(placesIn({ 'definition.fields.0.path': 'bad', name: 'taken' })).toEqual({
      'fields.0.path': 'bad',
      name: 'taken',
    })
  })

  it('says in words what it finds and costs', () => {
    expect(foundWords(WHOLE, KNOWN)).toBe('Work email, Score of Acme')
    expect(costWordsOf(WHOLE)).toBe('$0.02, billed when found')
    expect(costWordsOf({ billing: 'per_call' })).toBe('Free')
    expect(costWordsOf({ price_usd: 'unknown', billing: 'per_call' })).toBe('Price unknown, billed per call')
  })
})

describe('the file of a provider', () => {
  const file = { millrace_provider: 1, id: 'own-acme', name: 'Acme', definition: WHOLE, secrets: [] }
  it('is read as it was written', () => {
    expect(readProviderFile(JSON.stringify(file))).toEqual(file)
  })
  it.each([
    ['no JSON', 'provider:', /no JSON/],
    ['another JSON file', '[1]', /no file of a provider/],
    ['a file of a later version', JSON.stringify({ ...file, millrace_provider: 2 }), /later version/],
    ['half a file', JSON.stringify({ ...file, definition: { url: 'x' } }), /not whole/],
    ['a file that is too long', ' '.repeat(600_000), /too long/],
  ])('says that %s cannot be read', (_, text, words) => {
    expect(readProviderFile(text)).toMatch(words)
  })
})
