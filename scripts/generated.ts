// The files that are written from the code and committed: what each must say now. No database is needed for any of them.

import openapiTS, { astToString } from 'openapi-typescript'
import type { TSchema } from 'typebox'
import { API_INFO } from '../src/app/api-info.ts'
import { allRoutes } from '../src/app/routes.ts'
import { FUNCTION_GROUPS, signatureOf } from '../src/engine/formula/functions.ts'
import { buildServer } from '../src/platform/http/server.ts'
import { createLog } from '../src/platform/log.ts'
import { SETTINGS, type Setting } from '../src/platform/settings.ts'
import { catalog, stateOf } from '../src/providers/catalog.ts'
import { FIELDS } from '../src/providers/fields.ts'
import { integrationOf, type Lookup } from '../src/providers/kit.ts'
import { VERIFIED } from '../src/providers/verified.ts'
import { FUNCTION_LIST } from '../src/records/store/formula-table.logic.ts'

/** Contents by path from the root. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const document = await apiDescription()
  return {
    'openapi.json': `${JSON.stringify(JSON.parse(document), null, 2)}\n`,
    'web/src/api/schema.d.ts': await clientTypes(document),
    'sdk/src/event-types.d.ts': await eventTypes(),
    'docs/CONFIGURATION.md': configuration(),
    'docs/PROVIDERS.md': providers(),
    'docs/FORMULAS.md': formulas(),
    'docs/events.md': events(),
  }
}

/** What a running server answers at /openapi.json: the same server, with nothing behind its routes. */
async function apiDescription(): Promise<string> {
  const nothing = absent()
  const routes = allRoutes({
    database: nothing,
    sessions: nothing,
    bus: nothing,
    presence: nothing,
    catalog,
    vault: nothing,
    callbacks: nothing,
    http: nothing,
    columnFactory: nothing,
    accounts: nothing,
    toolsFor: nothing,
    publicUrl: undefined,
    outreachKeys: nothing,
    ...{ log: nothing, client: nothing, pages: nothing, dns: nothing, policy: nothing, keyFor: nothing },
    ...{
      cancelRuns: nothing,
      usesOfSecrets: nothing,
      erasers: [],
      disclosers: [],
      ask: nothing,
      mailFor: nothing,
      createWebhookRule: nothing,
    },
    features: () => [],
    jobKinds: () => new Map(),
    settings: nothing,
    now: () => new Date(0),
    ...{ operations: nothing, keys: nothing, actFor: nothing, version: '0' },
  })
  const app = await buildServer({ info: API_INFO, routes, gatekeeper: nothing, log: createLog('silent') })
  try {
    const answer = await app.inject('/openapi.json')
    if (answer.statusCode !== 200) throw new Error(`/openapi.json answered ${answer.statusCode}`)
    return answer.body
  } finally {
    await app.close()
  }
}

/** Stands for a part that describing the API never uses. */
function absent(): never {
  const stand: unknown = new Proxy(() => stand, { get: (_target, key) => (key === 'then' ? undefined : stand) })
  return stand as never
}

async function clientTypes(document: string): Promise<string> {
  const nodes = await openapiTS(JSON.parse(document), { defaultNonNullable: false, exportType: true })
  return `// Generated from openapi.json by \`npm run generate\`.\n${astToString(nodes)}`
}

/** The payload of each event by its type, as openapi-typescript writes schemas. */
async function eventTypes(): Promise<string> {
  const schemas = Object.fromEntries((API_INFO.events ?? []).map(({ type, payload }) => [type, payload]))
  const info = { title: 'Events', version: '1' }
  const nodes = await openapiTS(
    JSON.parse(JSON.stringify({ openapi: '3.1.0', info, paths: {}, components: { schemas } })),
  )
  return `// Generated from the events that the rooms declare, by \`npm run generate\`.\n${astToString(nodes)}`
}

const GENERATED = (from: string) => `<!-- Generated from ${from} by \`npm run generate\`; do not edit. -->\n`

function configuration(): string {
  const settings = Object.values(SETTINGS) as Setting<unknown>[]
  const groups = [...new Set(settings.map(({ group }) => group))].map((group) => {
    const rows = settings
      .filter((setting) => setting.group === group)
      .map(({ name, default: shown, help }) => `| \`${name}\` | ${cell(shown)} | ${cell(help)} |`)
    return `## ${group}\n\n| setting | default | what it does |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `${GENERATED('src/platform/settings.ts')}
# Configuration

Settings are read from the environment when a process starts. None has to be set. Blank counts as unset. A wrong one
stops the start, and all wrong ones are named at once.

${groups.join('\n')}`
}

function providers(): string {
  const rows = catalog.map(
    (lookup) =>
      `| [${lookup.label}](#${lookup.id}) | ${cell(labelsOf(lookup))} | ${lookup.keyless ? 'none' : `key of ${integrationOf(lookup)?.name}`} | ${price(lookup)} |`,
  )
  return `${GENERATED('src/providers/catalog.ts')}
# Lookups

What a column can ask. Those without a key work on a fresh install.

| lookup | finds | needs | price per call |
|---|---|---|---|
${rows.join('\n')}

${catalog.map(section).join('\n')}`
}

function section(lookup: Lookup): string {
  const inputs = lookup.inputs.map(
    ({ name, label, required, help }) =>
      `| \`${name}\` | ${cell(label)} | ${required ? 'yes' : 'no'} | ${cell(help)} |`,
  )
  const groups = (lookup.one_of ?? []).map(
    (group) => `At least one of ${group.map((name) => `\`${name}\``).join(', ')}.`,
  )
  const outputs = lookup.outputs.map(
    ({ field, label }) => `| \`${field}\` | ${cell(label ?? FIELDS[field].label)} | ${FIELDS[field].type} |`,
  )
  return `<a id="${lookup.id}"></a>

## ${lookup.label}

${lookup.description}
${STATES[stateOf(lookup)](lookup)}
\`${lookup.id}\` by ${lookup.provider} · method ${lookup.method} · license of the values ${lookup.license} ·
${lookup.cache_days > 0 ? `answers are kept for ${days(lookup.cache_days)}` : 'computed afresh each time'} ·
[documentation](${lookup.docs_url})

| input | | required | |
|---|---|---|---|
${inputs.join('\n')}
${groups.length > 0 ? `\n${groups.join('\n')}\n` : ''}
| output | | type |
|---|---|---|
${outputs.join('\n')}
`
}

const STATES: Record<ReturnType<typeof stateOf>, (lookup: Lookup) => string> = {
  documented: () =>
    "\nWritten after the vendor's documentation and tested with recorded answers, not yet with an account: tell us if it differs.\n",
  verified: ({ id }) => (VERIFIED[id] ? `\nTried with the live vendor on ${VERIFIED[id]}.\n` : ''),
  ended: ({ ended }) => `\nEnded: ${ended}\n`,
}
const labelsOf = (lookup: Lookup) =>
  lookup.outputs.map(({ field, label }) => (label ?? FIELDS[field].label).toLowerCase()).join(', ')
const days = (count: number) => (count === 1 ? 'a day' : `${count} days`)
const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')

const RULES = {
  free: '',
  on_hit: ' when found',
  on_verified: ' when verified',
  per_call: '',
  vendor_reports: ' as the vendor reports',
} as const

function price({ price: { usd, rule } }: Lookup): string {
  if (usd === null) return 'unknown'
  return usd === 0 ? 'free' : `$${usd}${RULES[rule]}`
}

/** The members of a payload in one line: `job_id` string, `total` number or null. */
function members(payload: TSchema): string {
  const { properties = {}, required = [] } = JSON.parse(JSON.stringify(payload)) as {
    properties?: Record<string, { type?: string; description?: string; anyOf?: { type: string }[] }>
    required?: string[]
  }
  return Object.entries(properties)
    .map(([name, { type, anyOf }]) => {
      const kind = type ?? anyOf?.map((one) => one.type).join(' or ') ?? 'any'
      return `\`${name}\`${required.includes(name) ? '' : '?'} ${kind}`
    })
    .join(', ')
}

function events(): string {
  const rows = (API_INFO.events ?? []).map(
    ({ type, description, payload }) => `| \`${type}\` | ${cell(description)} | ${cell(members(payload))} |`,
  )
  return `${GENERATED('the events that the rooms declare')}
# Events

What \`GET /api/events\` sends, and what automations are triggered by. Every event has \`type\`, \`ts\` (RFC 3339) and
\`workspace_id\`. A \`?\` marks a member that may be absent. Schemas: \`x-events\` in the API description.

| event | when | members |
|---|---|---|
${rows.sort().join('\n')}
`
}

function formulas(): string {
  const groups = FUNCTION_GROUPS.map((group) => {
    const rows = FUNCTION_LIST.filter((fn) => fn.group === group).map((fn) => {
      const also = fn.also?.length ? `, also ${fn.also.join(', ')}` : ''
      const examples = fn.examples
        .map(([formula, result]) => `\`${formula}\` → \`${JSON.stringify(result)}\``)
        .join('<br>')
      return `| \`${signatureOf(fn)}\`${also} | ${cellText(fn.says)} | ${cellText(examples)} |`
    })
    return `## ${group}\n\n| Function | Gives | For example |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `${GENERATED('the functions in src/engine/formula and src/records/computed')}
# Formulas

A formula column computes its cells from others of the row, such as \`IF({{Employees}} > 50, "large", "small")\`.

- A column is written \`{{Column name}}\`; a dotted path, inside or behind the braces, reaches into objects and lists:
  \`{{Site.company.size}}\`, \`{{Site}}.offices.0.city\`. Renaming a column renames it in every formula.
- Operators: \`+ - * / ^\`, \`%\` for per cent and, between two values, for the remainder; \`&\` joins texts; \`= <> < <= > >=\`; \`AND OR NOT\`.
  Arguments are separated by commas or semicolons. Text stands in \`"…"\`, with a quote in it written twice.
- \`LOOKUP\` and \`COUNTIF\` look through all rows of a column: of the same workbook, \`COUNTIF({{Email}}, {{Email}}) > 1\`, or of another,
  \`LOOKUP({{Domain}}, {{Customers!Domain}}, {{Customers!Owner}})\`. They follow when those rows change, and know the other workbook and its
  columns again when they are renamed. Texts are compared without regard to case and to blanks around them.
- A blank is no error: it joins as nothing, is left out of sums, makes arithmetic with it blank, and is less or greater than nothing.
- Texts are compared without regard to case, numbers by value, dates by time. Dates are ISO text in UTC; a date plus a number is so many
  days later.
- An error belongs to one cell and names its place in the formula. A cell may take ${(200_000).toLocaleString('en')} steps and texts of 100,000 characters, so
  no formula can stop the service.
- \`TODAY\`, \`NOW\` and \`AGE\` change with time: columns with them are computed anew every night, shortly after midnight UTC.

The examples of cells suppose a column Email that \`website-reader\` filled three days ago for $0.02 with a confidence of 0.9; those of
dates that it is noon on 31 January 2026; those of LOOKUP and COUNTIF that a workbook Customers knows \`acme.example\` twice, first with the owner Ann.

${groups.join('\n')}`
}

function cellText(text: string): string {
  return text.replaceAll('|', '\\|')
}
