// Promises of requests written elsewhere: the right one is found, parameters meet columns, and no key is ever kept.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json.ts'
import { requestFromDocs } from './from-docs.logic.ts'
import { readN8n } from './n8n.logic.ts'
import { readOpenApi, UnreadableDescription } from './openapi.logic.ts'

const PETS = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.firma.example/{version}', variables: { version: { default: 'v2' } } }],
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
    schemas: {
      Company: {
        type: 'object',
        properties: { name: { type: 'string' }, size: { $ref: '#/components/schemas/Size' }, tags: { type: 'array' } },
      },
      Size: { type: 'object', properties: { employees: { type: 'integer' } } },
    },
  },
  paths: {
    '/companies/{domain}': {
      parameters: [{ name: 'domain', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getCompany',
        summary: 'Get a company by its domain',
        parameters: [
          { name: 'lang', in: 'query', schema: { type: 'string', default: 'en' } },
          { name: 'trace', in: 'query', schema: { type: 'string' } },
        ],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Company' } } } } },
      },
      delete: { operationId: 'deleteCompany', summary: 'Delete a company' },
    },
    '/emails': {
      post: {
        operationId: 'findEmail',
        summary: 'Find the work email of a person',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                required: ['first_name', 'domain'],
                properties: { first_name: { type: 'string' }, domain: { type: 'string' }, fuzzy: { type: 'boolean' } },
              },
            },
          },
        },
      },
    },
  },
}
const COLUMNS = [{ name: 'First name' }, { name: 'Website' }, { name: 'Notes' }]

describe('a description of an API', () => {
  const made = (instruction: string, docs: unknown = PETS, columns = COLUMNS) => {
    const found = requestFromDocs(typeof docs === 'string' ? docs : JSON.stringify(docs), instruction, columns)
    if (!found || 'wrong' in found) throw new Error(found?.wrong ?? 'nothing')
    return found
  }

  test('the request that the sentence means is made, with columns for its parameters and a secret for its key', () => {
    const { column, secrets } = made('get the company')
    expect(column).toMatchObject({
      type: 'http',
      method: 'GET',
      url: 'https://api.firma.example/v2/companies/{{Website}}',
      query: { lang: 'en' },
      auth: { kind: 'header', name: 'X-Api-Key', secret: 'FIRMA_KEY' },
      fields: [
        { name: 'name', path: 'name', type: 'text' },
        { name: 'employees', path: 'size.employees', type: 'number' },
      ],
    })
    expect(secrets).toEqual(['FIRMA_KEY'])
  })

  test('members of a body are filled, and a column that the sentence joins with a parameter wins', () => {
    expect(made('find email with domain from Notes').column).toMatchObject({
      method: 'POST',
      body: JSON.stringify({ first_name: '{{First name}}', domain: '{{Notes}}' }, null, 2),
    })
  })

  test('where no request or no column is meant, it says what to say', () => {
    expect(requestFromDocs(JSON.stringify(PETS), 'do something', COLUMNS)).toMatchObject({
      wrong: expect.stringContaining('3 requests'),
    })
    expect(requestFromDocs(JSON.stringify(PETS), 'get company', [{ name: 'Color' }])).toMatchObject({
      wrong: expect.stringContaining('“domain”'),
    })
  })

  test('YAML and Swagger 2.0 are read, and relative servers stand on the address of the description', () => {
    const yaml =
      'swagger: "2.0"\nhost: api.alt.example\nbasePath: /x\nschemes: [https]\npaths:\n  /find:\n    get:\n      summary: Find\n      parameters: [{name: domain, in: query, required: true, type: string}]\n'
    expect(made('find', yaml).column).toMatchObject({
      url: 'https://api.alt.example/x/find',
      query: { domain: '{{Website}}' },
    })
    const relative = { openapi: '3.0.0', servers: [{ url: '/api' }], paths: { '/me': { get: {} } } }
    expect(readOpenApi(JSON.stringify(relative), 'https://host.example/docs/openapi.json')?.[0]?.url).toBe(
      'https://host.example/api/me',
    )
    expect(() => readOpenApi(JSON.stringify(relative))).toThrow(UnreadableDescription)
  })

  test('references that run in circles, and any other JSON, end in words', () => {
    const round = { ...PETS, components: { schemas: { A: { $ref: '#/components/schemas/A' } } }, security: [] }
    expect(() => readOpenApi(JSON.stringify(round))).not.toThrow()
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('openapi', 'paths', 'servers', 'security', 'get', '/a', '$ref'), fc.jsonValue()),
        (any) => {
          try {
            readOpenApi(JSON.stringify({ openapi: '3.0.0', ...any }), 'https://a.example')
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableDescription)
          }
        },
      ),
    )
  })
})

describe('documentation in words', () => {
  test('its first example becomes the request, and the key in it is named and not kept', () => {
    const docs = `## Find\n\n    curl https://api.finder.example/v1/find?domain=stripe.com&limit=3 \\\n      -H "Authorization: Bearer sk_live_9f8e7d6c"\n`
    const found = requestFromDocs(docs, 'call this', COLUMNS)
    expect(found).toMatchObject({
      column: {
        url: 'https://api.finder.example/v1/find',
        query: { domain: '{{Website}}', limit: '3' },
        auth: { kind: 'bearer', secret: 'FINDER_KEY' },
      },
    })
    expect(JSON.stringify(found)).not.toContain('sk_live')
  })

  test('places in an address are filled, and text without a request is left to others', () => {
    expect(requestFromDocs('GET https://api.x.example/people/:first_name', 'call', COLUMNS)).toMatchObject({
      column: { url: 'https://api.x.example/people/{{First name}}' },
    })
    expect(requestFromDocs('Call our API to find people.', 'find', COLUMNS)).toBeNull()
  })
})

describe('a workflow of n8n', () => {
  const node = (name: string, parameters: JsonObject, more: JsonObject = {}) => ({
    name,
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    position: [0, 0],
    parameters,
    ...more,
  })
  const chain = (...names: string[]) =>
    Object.fromEntries(names.slice(1).map((to, at) => [names[at], { main: [[{ node: to, type: 'main', index: 0 }]] }]))

  test('HTTP nodes become columns: references meet columns, credentials become secrets, expressions are told', () => {
    const found = readN8n({
      name: 'Enrich',
      nodes: [
        { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
        node(
          'Find company',
          {
            url: '=https://api.firma.example/companies/{{ $json["Company domain"] }}',
            authentication: 'genericCredentialType',
            genericAuthType: 'httpHeaderAuth',
            sendQuery: true,
            queryParameters: { parameters: [{ name: 'lang', value: 'en' }] },
          },
          { credentials: { httpHeaderAuth: { id: '7', name: 'Firma account' } } },
        ),
        node('Push', {
          method: 'POST',
          url: 'https://crm.example/hook',
          sendBody: true,
          specifyBody: 'json',
          sendHeaders: true,
          headerParameters: { parameters: [{ name: 'X-Token', value: 'abc123secret' }] },
          jsonBody: '={"size": "{{ $json.size.employees }}", "domain": "{{ $(\'Start\').item.json.domain }}"}',
        }),
        node('Odd', { url: '=https://x.example/{{ $json.a.toUpperCase() }}' }),
        { name: 'Mail', type: 'n8n-nodes-base.gmail', parameters: {} },
        node('Off', { url: 'https://x.example' }, { disabled: true }),
      ] as never,
      connections: chain('Start', 'Find company', 'Push', 'Odd') as never,
    })
    expect(found?.columns).toMatchObject([
      { type: 'input', name: 'Company domain' },
      { type: 'input', name: 'domain' },
      {
        type: 'http',
        name: 'Find company',
        url: 'https://api.firma.example/companies/{{Company domain}}',
        query: { lang: 'en' },
        auth: { kind: 'header', secret: 'FIRMA_ACCOUNT' },
      },
      {
        name: 'Push',
        method: 'POST',
        headers: {},
        auth: { kind: 'header', name: 'X-Token', secret: 'CRM_KEY' },
        body: '{"size": "{{Find company.size.employees}}", "domain": "{{domain}}"}',
      },
    ])
    expect(found?.secrets).toEqual(['FIRMA_ACCOUNT', 'CRM_KEY'])
    const notes = found?.notes.join('\n') ?? ''
    for (const words of [
      'Odd was left out',
      'Mail was left out',
      'turned off',
      'check the name of the header',
      'X-Token was left out',
    ])
      expect(notes).toContain(words)
    expect(JSON.stringify(found)).not.toContain('abc123secret')
  })

  test('nodes of older versions are read by the names they had', () => {
    const old = node('Old', {
      requestMethod: 'POST',
      url: 'https://a.example/b',
      bodyParametersUi: { parameter: [{ name: 'q', value: '={{$json.Q}}' }] },
      queryParametersUi: { parameter: [{ name: 'x', value: '1' }] },
    })
    expect(readN8n({ nodes: [old], connections: {} })?.columns.at(-1)).toMatchObject({
      method: 'POST',
      query: { x: '1' },
      body: JSON.stringify({ q: '{{Q}}' }, null, 2),
    })
  })

  test('nothing else is taken for one, and any workflow ends in columns or words', () => {
    expect(readN8n({ columns: [] })).toBeNull()
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.constantFrom('name', 'parameters', 'credentials', 'disabled'), fc.jsonValue())),
        (nodes) => {
          const all = nodes.map((one) => ({ ...one, type: 'n8n-nodes-base.httpRequest' }))
          expect(readN8n({ nodes: all as never, connections: {} })).not.toBeNull()
        },
      ),
    )
  })
})
