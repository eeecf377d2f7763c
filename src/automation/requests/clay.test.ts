// Promises of reading tables of Clay: whatever shape a tool writes them in, columns keep their meaning and the rest is told.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json.ts'
import { catalog } from '../../providers/catalog.ts'
import { readClay } from './clay.logic.ts'

const parts = { catalog, model: 'ollama/tiny' }
const read = (file: unknown, refused?: Map<string, string>) =>
  readClay(file as JsonObject, { ...parts, ...(refused && { refused }) })
const field = (id: string, name: string, type: string, typeSettings: object) => ({ id, name, type, typeSettings })
const action = (
  id: string,
  name: string,
  actionKey: string,
  given: Record<string, string | object>,
  more: object = {},
) =>
  field(id, name, 'action', {
    actionKey,
    actionPackageId: '6c97',
    dataTypeSettings: { type: 'json' },
    ...more,
    inputsBinding: Object.entries(given).map(([name, one]) =>
      typeof one === 'string' ? { name, formulaText: one } : { name, formulaMap: one },
    ),
  })

const TABLE = {
  table: {
    id: 't_1',
    name: 'Outbound',
    firstViewId: 'gv_1',
    gridViews: [{ id: 'gv_1', fieldOrder: ['f_src', 'f_url', 'f_name', 'f_emp'] }],
    fields: [
      field('f_created_at', 'Created At', 'date', {}),
      field('f_name', 'Company', 'text', { dataTypeSettings: { type: 'text' } }),
      field('f_emp', 'Employees', 'text', { dataTypeSettings: { type: 'number' } }),
      field('f_src', 'Webhook', 'source', { sourceIds: ['s_1'] }),
      field('f_url', 'Website', 'formula', { formulaText: '{{f_src}}?.["site_url"]', mappedResultPath: ['site_url'] }),
      field('f_dom', 'Domain', 'formula', { formulaText: 'DOMAIN({{f_url}})', formulaType: 'text' }),
      field('f_full', 'Full name', 'formula', { formulaText: '{{f_src}}?.person_name' }),
      action('f_mail', 'Hunter email', 'hunter-find-work-email', {
        fullName: '{{f_full}}',
        companyDomain: '{{f_dom}}',
      }),
      action(
        'f_mail2',
        'Findymail email',
        'findymail-find-work-email',
        { domain: '{{f_dom}}', full_name: '{{f_full}}' },
        { conditionalRunFormulaText: '!{{f_mail}}?.email' },
      ),
      field('f_merge', 'Email', 'formula', {
        formulaType: 'waterfall',
        formulaWaterfall: [{ formula: '{{f_mail}}?.email' }, { formula: '{{f_mail2}}?.result?.email' }],
      }),
      action(
        'f_ai',
        'Fit',
        'use-ai',
        {
          useCase: '"use-ai"',
          model: '"gpt-4o-mini"',
          systemPrompt: '"You judge."',
          prompt: '"Company: " + Clay.formatForAIPrompt({{f_name}}) + "\\nHow good?"',
          answerSchemaType: {
            jsonSchema: JSON.stringify(
              JSON.stringify({
                properties: { fit_score: { type: 'number' }, why: { type: 'string', description: 'Short' } },
              }),
            ),
          },
        },
        { conditionalRunFormulaText: '!!{{f_name}} && Number({{f_emp}}) > 50' },
      ),
      field('f_score', 'Score', 'formula', { formulaText: '{{f_ai}}?.fitScore >= 7 ? "good" : "bad"' }),
      action(
        'f_http',
        'Push',
        'http-api-v2',
        {
          method: '"POST"',
          url: '"https://api.crm.example/v1/" + {{f_dom}}',
          queryString: { lang: '"en"' },
          body: '"{\\"name\\":\\"" + Clay.formatForJSON({{f_name}}) + "\\",\\"api_key\\":\\"sk-clay-leak-1\\"}"',
          headers: { Authorization: '"Bearer pat-clay-leak-2"', Accept: '"application/json"' },
        },
        { conditionalRunFormulaText: '{{f_name}} === "Acme"' },
      ),
      action('f_odd', 'Funding', 'dealroom-funding', { domain: '{{f_dom}}' }),
      field('f_round', 'Round', 'formula', { formulaText: '{{f_odd}}?.rounds?.[0]?.name' }),
      field('f_js', 'Clever', 'formula', { formulaText: '(() => { return 1 })()' }),
      action('f_auth', 'Check', 'hunter-validate-auth', {}),
    ],
  },
  exampleRecords: [{ cells: { f_name: { value: 'A private company' } } }],
}

describe('a table of Clay', () => {
  test('inputs, formulas, finders, prompts, requests and conditions become columns that read each other by name', () => {
    const found = read(TABLE)
    expect(found?.name).toBe('Outbound')
    // In the order of the view, then of the file.
    expect(found?.columns.slice(0, 4)).toMatchObject([
      { type: 'input', name: 'Website', input_type: 'text' },
      { type: 'input', name: 'Company' },
      { type: 'input', name: 'Employees', input_type: 'number' },
      { type: 'formula', name: 'Domain', expression: 'DOMAIN({{Website}})' },
    ])
    const byName = new Map(found?.columns.map((column) => [column.name, column]))
    expect(byName.get('Full name')).toMatchObject({ type: 'input' })
    expect(byName.get('Hunter email')).toMatchObject({ type: 'waterfall', output: 'work_email' })
    expect(JSON.stringify(byName.get('Hunter email'))).toContain('{{Full name}}')
    expect(byName.has('Findymail email')).toBe(false)
    expect(byName.get('Email')).toMatchObject({ expression: '{{Hunter email}}' })
    expect(byName.get('Fit')).toMatchObject({
      type: 'ai',
      model: 'ollama/tiny',
      prompt: 'You judge.\n\nCompany: {{Company}}\nHow good?',
      fields: [
        { name: 'fit_score', type: 'number' },
        { name: 'why', type: 'text', description: 'Short' },
      ],
      run_if: { field: '{{Run Fit?}}', op: 'eq', value: true },
    })
    expect(byName.get('Score')).toMatchObject({ expression: 'IF({{Fit.fit_score}} >= 7, "good", "bad")' })
    expect(byName.get('Push')).toMatchObject({
      type: 'http',
      method: 'POST',
      url: 'https://api.crm.example/v1/{{Domain}}',
      query: { lang: 'en' },
      headers: { Accept: 'application/json' },
      auth: { kind: 'bearer', secret: 'CRM_KEY' },
      body: '{"name":"{{Company}}","api_key":""}',
      run_if: { field: '{{Company}}', op: 'eq', value: 'Acme' },
    })
    expect(found?.secrets).toEqual(['CRM_KEY'])
  })

  test('what has no counterpart becomes a plain column that others still read, and every loss is told; no key, no cell is kept', () => {
    const found = read(TABLE)
    const byName = new Map(found?.columns.map((column) => [column.name, column]))
    expect(byName.get('Funding')).toMatchObject({ type: 'input', input_type: 'json' })
    expect(byName.get('Round')).toMatchObject({ expression: '{{Funding.rounds.0.name}}' })
    expect(byName.get('Clever')).toMatchObject({ type: 'input' })
    expect(byName.has('Check')).toBe(false)
    const notes = found?.notes.join('\n') ?? ''
    for (const words of [
      'Funding became',
      'dealroom-funding',
      'Clever became',
      'a function',
      'became one with it',
      'gpt-4o-mini',
      'Authorization',
      'api_key',
      'Webhook',
      'CSV',
    ])
      expect(notes).toContain(words)
    expect(JSON.stringify(found)).not.toMatch(/clay-leak|private company/)
  })

  test('a condition that is not understood is told loudly, for it kept money from being spent', () => {
    const fields = [
      field('f_a', 'A', 'text', {}),
      action('f_b', 'B', 'use-ai', { prompt: '"x " + {{f_a}}' }, { conditionalRunFormulaText: '{{f_a}}.some(x => x)' }),
    ]
    expect(read({ fields })?.notes.join()).toContain('B asks for EVERY row now')
  })

  test('the shapes that other tools write are read alike', () => {
    const columns = [
      { index: 0, name: 'Website', type: 'text', typeSettings: { dataTypeSettings: { type: 'url' } } },
      {
        index: 1,
        name: 'Domain',
        type: 'formula',
        typeSettings: { formulaText: 'DOMAIN({{@Website}})', formulaType: 'text' },
      },
    ]
    const wanted = [
      { type: 'input', name: 'Website', input_type: 'url' },
      { type: 'formula', name: 'Domain', expression: 'DOMAIN({{Website}})' },
    ]
    expect(read({ version: '1.0', columnCount: 2, columns })?.columns).toEqual(wanted)
    expect(read({ portableSchema: { columns } })?.columns).toEqual(wanted)
    const data = columns.map(({ typeSettings, type, ...rest }) => ({
      ...rest,
      type: type === 'text' ? 'basic' : type,
      settings: typeSettings,
    }))
    expect(read({ data })?.columns).toEqual(wanted)
    const two = read({
      tables: [
        { name: 'One', fields: columns },
        { name: 'Two', fields: columns },
      ],
    })
    expect(two).toMatchObject({ name: 'One', columns: wanted })
    expect(two?.notes.join()).toContain('“Two” was left out')
    expect(read({ columns: [{ name: 'A', type: 'input' }] })).toBeNull()
    expect(read({ nodes: [], connections: {} })).toBeNull()
  })

  test('a column that could not be saved as it was read becomes plain, with the reason', () => {
    const found = read(TABLE, new Map([['Domain', 'nobody knows it']]))
    expect(found?.columns.find(({ name }) => name === 'Domain')).toMatchObject({ type: 'input' })
    expect(found?.notes.join()).toContain('Domain became a column to fill by hand or by an import: nobody knows it')
  })

  test('any table ends in columns with names of their own', () => {
    const value = fc.oneof(
      fc.constantFrom('{{f_1}}', '"a" + {{f_2}}?.b', '{{', 'x =>', 'https://', '"https://a.example/"'),
      fc.jsonValue(),
    )
    const settings = fc.record(
      {
        formulaText: value,
        formulaWaterfall: fc.array(value),
        actionKey: fc.constantFrom('use-ai', 'http-api-v2', 'a-find-work-email', 'odd', '__proto__'),
        inputsBinding: fc.array(
          fc.record(
            { name: fc.constantFrom('prompt', 'url', 'body', 'domain'), formulaText: value, formulaMap: value },
            { requiredKeys: [] },
          ),
        ),
        conditionalRunFormulaText: value,
      },
      { requiredKeys: [] },
    )
    const fields = fc.array(
      fc.record({
        id: fc.constantFrom('f_1', 'f_2', 'f_3'),
        name: fc.constantFrom('A', 'a', 'B.{{', ' '),
        type: fc.constantFrom('text', 'formula', 'action', 'source'),
        typeSettings: settings,
      }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(fields, (given) => {
        const names = (read({ fields: given })?.columns ?? []).map(({ name }) => String(name).toLowerCase())
        expect(new Set(names).size).toBe(names.length)
      }),
      { numRuns: 500 },
    )
  })
})
