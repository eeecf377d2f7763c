// What `npm run provider:new -- <id> "<Name>"` runs: writes the declaration of a vendor with its recorded answers, and lists it.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const camel = (id: string) => id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** The declaration to begin with: one keyed call by JSON, which is what most vendors have. */
export function declarationOf(id: string, name: string): string {
  const integration = camel(id)
  return `// ${name}: say here what is unlike others about it.
import { found, type HttpLookup, type Integration, notFound } from '../kit/kit.ts'
import { record, text } from '../kit/reply-values.ts'
import { DOMAIN } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, leftAt } from '../kit/vendor-terms.ts'

const API = 'https://api.${id}.example/v1'

export const ${integration}: Integration = {
  id: '${id}',
  name: '${name}',
  kind: 'company',
  docs_url: 'https://docs.${id}.example/keys',
  fields: [apiKey('Where in ${name} the key is found.')],
  auth: { in: 'bearer', field: 'api_key' },
  // The cheapest harmless call, which costs nothing.
  test: { ask: () => ({ method: 'GET', url: \`\${API}/account\` }), read: leftAt('credits') },
}

export const ${integration}Company: HttpLookup = {
  ...keyed(${integration}),
  id: '${id}-company',
  label: '${name} company',
  description: 'Describes the company behind a domain: name and industry.',
  docs_url: 'https://docs.${id}.example/company',
  inputs: [{ ...DOMAIN, required: true }],
  outputs: [{ field: 'company_name' }, { field: 'industry' }],
  // The price of the smallest plan, and how it is charged: free, on_hit, on_verified, per_call or vendor_reports.
  price: { usd: 0.01, rule: 'on_hit' },
  limits: { per_second: 5 },
  statuses: { miss: [404] },
  // What every success has: without it the answer is taken for one of a changed vendor.
  has: ['company'],
  sample: { inputs: { domain: 'example.com' }, values: { company_name: 'Example', industry: 'Software' } },
  ask: ({ domain }) => ({ method: 'GET', url: \`\${API}/company\`, query: { domain } }),
  read({ json }) {
    const company = record(record(json).company)
    const name = text(company.name)
    if (!name) return notFound('${name} knows no such company')
    return found({ company_name: name, industry: text(company.industry) ?? null }, 0.85)
  },
}
`
}

/** Recorded answers to begin with. */
export function fixtureOf(id: string, name: string): string {
  return `// What ${name} answers, after its documentation.
import { hit, type KeyTests, miss, odd, type Replies, USUAL } from '../recorded.fixture.ts'

/** What the test call gets when the key is good, and what people are told then. */
export const KEYS: KeyTests = { '${id}': { good: { credits: 75 }, words: /75 credits left/ } }

export const REPLIES: Replies = {
  '${id}-company': {
    asks: { method: 'GET', path: '/v1/company', query: { domain: 'example.com' } },
    replies: {
      ...USUAL,
      hit: hit(
        { company: { name: 'Example', industry: 'Software' } },
        { company_name: 'Example', industry: 'Software' },
        0.01,
      ),
      miss: miss({ company: null }),
      odd: odd({ organisation: { name: 'Example' } }),
    },
  },
}
`
}

/** The catalog with the new lookup at its end; its imports are put in order by the formatter. */
export function listed(catalog: string, id: string): string {
  const lookup = `${camel(id)}Company`
  const last = catalog.indexOf("import { VERIFIED } from './kit/verified.ts'")
  const withImport = `${catalog.slice(0, last)}import { ${lookup} } from './vendors/${id}.ts'\n${catalog.slice(last)}`
  return withImport.replace(/\n\]\n/, `\n  ${lookup},\n]\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [id = '', name = ''] = process.argv.slice(2)
  const at = (path: string) => fileURLToPath(new URL(`../src/providers/${path}`, import.meta.url))
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) || name === '') {
    console.error('Give an id and a name: npm run provider:new -- acme-data "Acme Data"')
    process.exit(1)
  }
  if (existsSync(at(`vendors/${id}.ts`))) {
    console.error(`src/providers/vendors/${id}.ts is there already.`)
    process.exit(1)
  }
  await writeFile(at(`vendors/${id}.ts`), declarationOf(id, name))
  await writeFile(at(`vendors/${id}.fixture.ts`), fixtureOf(id, name))
  await writeFile(at('catalog.ts'), listed(await readFile(at('catalog.ts'), 'utf8'), id))
  console.log(`Wrote src/providers/vendors/${id}.ts and ${id}.fixture.ts, and listed it in catalog.ts.
Now put in what the vendor documents, then: npx biome check --write src/providers && npm test -- src/providers && npm run generate.
docs/adding-a-provider.md explains each part.`)
}
