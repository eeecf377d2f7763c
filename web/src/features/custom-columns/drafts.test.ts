import { describe, expect, it } from 'vitest'
import type { Column } from '../../api/shapes.ts'
import type { HttpDraft } from '../columns/custom.shapes.ts'
import { newDescribed, problemOfDescribed, readDescribed, writeDescribed } from './described.logic.ts'
import { isShapedAs } from './draft-parts.logic.ts'
import { fieldName, hostOf, newHttp, problemOfHttp, readHttp, writeHttp } from './http/http-draft.logic.ts'
import { newMatch, problemOfMatch, readMatch, writeMatch } from './match-draft.logic.ts'
import { newColumn } from './new-column.logic.ts'
import { newAi, problemOfAi, readAi, writeAi } from './prompt/ai-draft.logic.ts'
import { newOutput, pairsOfColumns, problemOfOutput, readOutput, writeOutput } from './prompt/output-draft.logic.ts'
import { problemOfResearch, readResearch, writeResearch } from './prompt/research-draft.logic.ts'
import { complete, completionsAt, piecesOf } from './references.logic.ts'

const bare = <T extends object>(body: T) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as Partial<T>
const columns = [{ name: 'Company' }, { name: 'Company size' }, { name: 'A {b}' }]

describe('the draft of an HTTP column', () => {
  const stored = {
    id: 'c9',
    name: 'Firm',
    type: 'http',
    method: 'POST',
    url: 'https://api.example.com/{{Domain}}',
    query: { a: '{{A}}' },
    headers: { 'X-A': 'b' },
    body: '{"a":{{A}}}',
    max_pages: 7,
    cache_days: 0,
    auth: {
      kind: 'oauth_client',
      token_url: 'https://l.example.com',
      client_id: 'me',
      secret: 'S',
      credentials_in: 'header',
    },
    fields: [
      { name: 'a', path: 'x.a', type: 'number' },
      { name: 'b', path: 'x[0].b', type: 'text' },
    ],
    output: 'b',
    miss: { statuses: [404, 410], empty: 'x' },
    error: { statuses: [202], path: 'status', values: ['Sorry, no credits', 'fail'] },
    price_usd: 0.01,
    billing: 'on_hit',
    per_second: 2,
    timeout_seconds: 9,
    repeat_safe: true,
    required: ['{{A}}'],
    run_if: { field: 'c1', op: 'not_empty' },
  }

  it('is written as it was read, whatever is in it', () => {
    const { id: _, ...config } = stored
    expect(bare(writeHttp(readHttp(stored as unknown as Column), true))).toEqual(config)
    const unknown = { ...stored, price_usd: 'unknown' }
    expect(bare(writeHttp(readHttp(unknown as unknown as Column), true))).toMatchObject({ price_usd: 'unknown' })
    const pages = { kind: 'cursor', path: 'next', param: 'after' }
    const paged = { ...stored, method: 'GET', body: undefined, pages, items: 'data' }
    expect(bare(writeHttp(readHttp(paged as unknown as Column), true))).toMatchObject({ pages, items: 'data' })
  })

  it('clears what was taken away of a stored column, and sends nothing needless of a new one', () => {
    const draft = { ...newHttp('X'), url: 'https://a.com/x' }
    expect(writeHttp(draft, true)).toMatchObject({ auth: null, run_if: null, pages: null, required: null })
    expect(Object.values(writeHttp(draft, false))).not.toContain(null)
    const hidden: HttpDraft = { ...draft, sends: 'json', body: '{}' }
    expect(writeHttp(hidden, false)).not.toHaveProperty('body')
  })

  it('says what is still missing before it is sent', () => {
    const draft: HttpDraft = { ...newHttp('X'), url: 'https://a.com/{{A}}' }
    expect(problemOfHttp(draft)).toBeNull()
    expect(problemOfHttp({ ...draft, url: 'https://{{A}}/x' })).toContain('host')
    expect(problemOfHttp({ ...draft, url: 'https://{{A}}/x', any_host: true })).toBeNull()
    expect(problemOfHttp({ ...draft, options: { ...draft.options, 'auth.kind': 'bearer' } })).toContain('secret')
    expect(problemOfHttp({ ...draft, headers: [{ name: '', value: 'x' }] })).toContain('name')
    expect(problemOfHttp({ ...draft, options: { ...draft.options, 'miss.statuses': '404, x' } })).toContain('404')
    expect([hostOf('https://a.com{{x}}'), hostOf('https://a.com:8080/x'), hostOf('https://a@b.com/')]).toEqual([
      null,
      'a.com:8080',
      null,
    ])
  })

  it('names a field after its path, each once', () => {
    expect(fieldName('data.items[0].e-mail', [])).toBe('e_mail')
    expect(fieldName('a[].name', ['name', 'name_2'])).toBe('name_3')
    expect(fieldName('', [])).toBe('value')
    expect(fieldName('x.2024', [])).toBe('_2024')
  })
})

describe('the draft of a column that asks a model', () => {
  it('is written as it was read, and tells what is missing', () => {
    const stored = {
      name: 'Size',
      type: 'ai',
      model: 'ollama/x',
      prompt: 'How big is {{Company}}?',
      temperature: 0.5,
      fields: [{ name: 'size', type: 'text', description: 'How big', options: ['small', 'large'] }],
      max_tokens: 200,
      timeout_seconds: 20,
      cache_days: 3,
    }
    const draft = readAi(stored as unknown as Column)
    expect(bare(writeAi(draft, true))).toEqual(stored)
    expect(problemOfAi(draft)).toBeNull()
    expect(problemOfAi(newAi('X'))).toContain('model')
    expect(problemOfAi({ ...draft, prompt: 'No column' })).toContain('column')
  })
})

describe('the draft of a research', () => {
  it('is written as it was read, and clears what was taken away', () => {
    const stored = {
      name: 'CEO',
      type: 'research',
      model: 'ollama/x',
      prompt: 'Who leads {{Company}}?',
      temperature: 0,
      fields: [{ name: 'ceo', type: 'text' }],
      max_tokens: 1500,
      timeout_seconds: 180,
      cache_days: 30,
      max_steps: 5,
      search: 'none',
      max_usd: 0.1,
      tables: [{ name: 'firms', workbook_id: 'w', columns: ['c1'] }],
    }
    const draft = readResearch(stored as unknown as Column)
    expect(bare(writeResearch(draft, true))).toEqual(stored)
    expect(problemOfResearch(draft)).toBeNull()
    expect(
      writeResearch({ ...draft, search: '', tables: [], options: { ...draft.options, max_usd: '' } }, true),
    ).toMatchObject({
      search: null,
      tables: null,
      max_usd: null,
      required: null,
      run_if: null,
    })
    expect(problemOfResearch({ ...draft, tables: [{ name: 'firms', workbook_id: '' }] })).toContain('workbook')
  })
})

describe('the draft of a delivery', () => {
  it('is written as it was read for every target', () => {
    const targets = [
      { kind: 'webhook', url: 'https://a.com/h', secret: 'S', values: { a: '{{A}}' } },
      { kind: 'slack', secret: 'S', text: 'New: {{A}}' },
      { kind: 'hubspot', object: 'companies', key: 'domain', values: { domain: '{{A}}' } },
      { kind: 'salesforce', object: 'Lead', key: 'Email', match: 'value', values: { Email: '{{A}}' } },
      { kind: 'workbook', workbook_id: 'w', existing: 'fill_blanks', values: { Name: '{{A}}' } },
      { kind: 'sheet', url: 'https://a.com/s', format: 'csv', values: { a: '{{A}}' } },
    ]
    for (const target of targets) {
      const draft = readOutput({ id: 'c1', name: 'Send', type: 'output', target } as unknown as Column)
      expect(bare(writeOutput(draft, true))).toMatchObject({ target })
      expect(problemOfOutput(draft)).toBeNull()
    }
    expect(problemOfOutput(newOutput('X'))).toContain('address')
  })

  it('takes every column under a name of its own', () => {
    const columns = (...names: string[]) => names.map((name) => ({ name, type: 'input' as const }))
    expect(pairsOfColumns(columns('Company name', 'Company-Name', '!'))).toEqual([
      { name: 'company_name', value: '{{Company name}}' },
      { name: 'company_name_2', value: '{{Company-Name}}' },
      { name: 'value', value: '{{!}}' },
    ])
    expect(pairsOfColumns([...columns('Domain'), { name: 'Sent', type: 'output' }])).toHaveLength(1)
  })

  it('takes the columns that another workbook has too, as they are called there', () => {
    const columns = ['Company name', 'Domain'].map((name) => ({ name, type: 'input' as const }))
    expect(pairsOfColumns(columns, ['Mail', 'company NAME'])).toEqual([
      { name: 'company NAME', value: '{{Company name}}' },
    ])
  })

  it('has the values of a sheet in the order in which they are sent', () => {
    const target = { kind: 'sheet', url: 'https://x.test/', format: 'csv', values: { b: '1', cc: '2', a: '3' } }
    const stored = { name: 'Sent', type: 'output', target: { ...target, order: ['cc', 'a'] } }
    expect(readOutput(stored as unknown as Column).values.map(({ name }) => name)).toEqual(['cc', 'a', 'b'])
  })
})

describe('references while they are typed', () => {
  const names = (source: string, slash = true) =>
    completionsAt(source, source.length, columns, slash)?.items.map(({ name }) => name)
  it('are completed behind braces, and behind a slash where that is asked for', () => {
    expect(names('x {{comp')).toEqual(['Company', 'Company size'])
    expect(names('x /size')).toEqual(['Company size'])
    expect(names('https://a.com/comp')).toBeUndefined()
    expect(names('/comp', false)).toBeUndefined()
    const found = completionsAt('How big is /comp?', 16, columns, true)
    expect(found && complete('How big is /comp?', found, { name: 'A {b}' })).toEqual({
      source: 'How big is {{A \\{b\\}}}?',
      caret: 22,
    })
    const inside = completionsAt('{{co}} x', 4, columns, false)
    expect(inside && complete('{{co}} x', inside, { name: 'Company' })).toEqual({ source: '{{Company}} x', caret: 11 })
  })

  it('are coloured without losing a letter', () => {
    const source = 'a {{Company}} {{Company.x}} {{Gone}} \\{{no}} {{A \\{b\\}}} z'
    const pieces = piecesOf(source, columns)
    expect(pieces.map(({ text }) => text).join('')).toBe(source)
    expect(pieces.filter(({ kind }) => kind !== 'plain').map(({ kind }) => kind)).toEqual([
      'column',
      'column',
      'unknown',
      'column',
    ])
  })
})

describe('a column for what no provider finds', () => {
  const table = [
    { id: 'c1', name: 'No.', type: 'input' },
    { id: 'c2', name: 'Company', type: 'input' },
  ] as unknown as Column[]

  it('is called what was searched for, and asks a model for it', () => {
    expect(newColumn('ai', table, ' favourite colour ')).toMatchObject({
      name: 'Favourite colour',
      prompt: 'Find the following about {{Company}}: favourite colour',
    })
    expect(newColumn('http', table, 'favourite colour').name).toBe('Favourite colour')
  })

  it('begins blank where nothing was searched for', () => {
    expect(newColumn('ai', table)).toMatchObject({ name: 'Ask AI', prompt: '' })
  })
})

describe('settings that the kind describes by words', () => {
  it('begin as the API would take them, and are written as numbers', () => {
    const begun = newDescribed('ai', 'Size')
    expect(begun.options).toEqual({ temperature: '0', max_tokens: '1000', timeout_seconds: '60', cache_days: '30' })
    expect(
      writeDescribed({ ...begun, options: { ...begun.options, temperature: ' 0.5 ', max_tokens: '' } }, false),
    ).toEqual({
      type: 'ai',
      name: 'Size',
      temperature: 0.5,
      max_tokens: 1000,
      timeout_seconds: 60,
      cache_days: 30,
    })
  })

  it('are read as they are stored, and what may be left blank is cleared by null', () => {
    const stored = { id: 'c1', name: 'Boss', type: 'research', max_steps: 3, max_usd: 0.5 } as unknown as Column
    const read = readDescribed('research', stored)
    expect(read.options).toMatchObject({ max_steps: '3', max_usd: '0.5', timeout_seconds: '180' })
    expect(writeDescribed({ ...read, options: { ...read.options, max_usd: '' } }, true)).toMatchObject({
      max_steps: 3,
      max_usd: null,
    })
  })

  it('are refused by the name that the form has for them', () => {
    const begun = newDescribed('output', 'Send')
    expect(problemOfDescribed(begun)).toBeNull()
    expect(problemOfDescribed({ ...begun, options: { timeout_seconds: 'ten' } })).toBe(
      '“Seconds a delivery may take” is not a number.',
    )
  })
})

describe('the draft of a match column', () => {
  const stored = {
    id: 'c9',
    name: 'Customer',
    type: 'match',
    against: { kind: 'workbook', workbook_id: 'w1' },
    of: 'company',
    values: { company: '{{Firm}}', city: 'Bonn {{X}}' },
    min_probability: 0.8,
    output: 'row_id',
    required: ['{{Firm}}'],
  }

  it('is written as it was read, without what only the other kind has', () => {
    const { id: _, ...config } = stored
    expect(bare(writeMatch(readMatch(stored as unknown as Column), true))).toEqual(config)
    const person = {
      ...readMatch(stored as unknown as Column),
      values: { contact_person: '{{P}}', company: '{{Firm}}' },
    }
    expect(writeMatch(person, false)).toMatchObject({ values: { company: '{{Firm}}' } })
    expect(writeMatch({ ...person, of: 'person' }, false)).toMatchObject({ values: person.values })
    expect(writeMatch({ ...person, against: 'leads' }, false)).toMatchObject({ against: { kind: 'leads' } })
  })

  it('begins with what the columns are called, and says what is missing', () => {
    const named = (...names: string[]) => names.map((name, at) => ({ id: `c${at}`, name, type: 'input' })) as Column[]
    expect(newMatch('M', named('Name', 'Work email', 'Company', 'Town'))).toMatchObject({
      of: 'person',
      values: { contact_person: '{{Name}}', email: '{{Work email}}', company: '{{Company}}', city: '{{Town}}' },
    })
    expect(newMatch('M', named('Name', 'Website'))).toMatchObject({
      of: 'company',
      values: { company: '{{Name}}', domain: '{{Website}}' },
    })
    const draft = newMatch('M', named('Notes'))
    expect(problemOfMatch(draft)).toContain('compare by')
    expect(problemOfMatch({ ...draft, values: { city: 'Bonn' } })).toBeNull()
    expect(problemOfMatch({ ...draft, values: { city: 'Bonn' }, against: 'workbook' })).toContain('workbook')
  })
})

describe('what an older page of this tab has kept', () => {
  it('is a draft only while it holds what a draft holds now', () => {
    const fresh = newOutput('Send')
    const { settings: _, ...former } = fresh
    const typed = { ...fresh, required: ['a'], conditions: null }
    expect([isShapedAs(fresh, JSON.parse(JSON.stringify(typed))), isShapedAs(fresh, former)]).toEqual([true, false])
    expect(isShapedAs(fresh, { ...fresh, values: { a: '{{A}}' } })).toBe(false)
  })
})
