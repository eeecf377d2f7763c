// The files that are written from the code and committed: what each must say now. No database is needed for any of them.

import { readFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'
import type { TSchema } from 'typebox'
import { API_INFO } from '../src/app/api-info.ts'
import { allRoutes } from '../src/app/routes.ts'
import { Common, Enriched } from '../src/engine/columns/column-parts.schema.ts'
import type { CustomKind } from '../src/engine/columns/kinds/column-kind.ts'
import { COLUMN_KINDS } from '../src/engine/columns/kinds/kinds.generated.ts'
import type { OutputTargetKind } from '../src/engine/columns/kinds/output-targets/output-target.ts'
import { OUTPUT_TARGETS } from '../src/engine/columns/kinds/output-targets/targets.generated.ts'
import { FUNCTION_GROUPS, signatureOf } from '../src/engine/formula/functions.ts'
import { SIGNAL_LABELS } from '../src/monitoring/signals/signal-types.logic.ts'
import { buildServer } from '../src/platform/http/server.ts'
import { createLog } from '../src/platform/log.ts'
import { SETTINGS, type Setting } from '../src/platform/settings.ts'
import { catalog, stateOf } from '../src/providers/catalog.ts'
import { FIELDS } from '../src/providers/kit/fields.ts'
import { integrationOf, type Lookup } from '../src/providers/kit/kit.ts'
import { VERIFIED } from '../src/providers/kit/verified.ts'
import { FUNCTION_LIST } from '../src/records/store/columns/formula-table.logic.ts'
import { benchmarkFiles } from './benchmark-charts.ts'
import { iconShapes } from './icons.ts'

/** Contents by path from the root. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const document = await apiDescription()
  return {
    'openapi.json': `${printJson(JSON.parse(document))}\n`,
    'web/src/api/schema.d.ts': await clientTypes(document),
    'web/src/api/column-kinds.generated.ts': columnKinds(),
    'web/src/api/signal-types.generated.ts': signalTypes(),
    'web/src/api/output-targets.generated.ts': outputTargets(),
    'sdk/src/event-types.d.ts': await eventTypes(),
    'docs/CONFIGURATION.md': configuration(),
    'docs/PROVIDERS.md': providers(),
    'docs/FORMULAS.md': formulas(),
    'docs/events.md': events(),
    ...benchmarkFiles(await readFile(new URL('../docs/BENCHMARKS.md', import.meta.url), 'utf8')),
    'web/icons.json': await iconShapes(),
    'package-lock.json': await lockfile(),
  }
}

/**
 * As npm wrote it, and every package says where its archive lies in a registry. Without that npm asks the registry for the description of
 * each one, which doubles the time of an install. The registry has no name here: .npmrc lets npm put in the one that it is set up with.
 */
async function lockfile(): Promise<string> {
  const lock = JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'))
  for (const [path, { version, ...entry }] of Object.entries<{ name?: string; version: string }>(lock.packages)) {
    if (path === '') continue
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const resolved = `https://registry.invalid/${name}/-/${name.replace(/^.*\//, '')}-${version}.tgz`
    lock.packages[path] = Object.assign({ ...(entry.name && { name }), version, resolved }, entry, { resolved })
  }
  return `${JSON.stringify(lock, null, 2)}\n`
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
    workspaceSweeps: [],
    log: nothing,
    client: nothing,
    dialer: nothing,
    pages: nothing,
    dns: nothing,
    policy: nothing,
    keyFor: nothing,
    cancelRuns: nothing,
    makeOfRecipe: nothing,
    usesOfSecrets: nothing,
    erasing: nothing,
    disclosers: [],
    filterUses: [],
    findSuppressed: nothing,
    ask: nothing,
    mailFor: nothing,
    createWebhookRule: nothing,
    features: () => [],
    settings: nothing,
    now: () => new Date(0),
    operations: nothing,
    keys: nothing,
    actFor: nothing,
    version: '0',
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

/** Indented JSON. Objects and lists without further ones inside stand on one line where it holds them, as in sources. */
function printJson(value: unknown, indent = ''): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const inner = `${indent}  `
  const members = Array.isArray(value)
    ? value.map((one) => printJson(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${printJson(one, inner)}`)
  if (members.length === 0) return `${open}${close}`
  const isFlat = Object.values(value).every((one) => one === null || typeof one !== 'object')
  const line = Array.isArray(value) ? `[${members.join(', ')}]` : `{ ${members.join(', ')} }`
  if (isFlat && indent.length + line.length <= 120) return line
  return `${open}\n${inner}${members.join(`,\n${inner}`)}\n${indent}${close}`
}

async function clientTypes(document: string): Promise<string> {
  // What a form calls a member says nothing to those who write requests.
  const untitled = JSON.parse(document, function (this: object, name, value) {
    return name === 'title' && typeof value === 'string' && !('version' in this) ? undefined : value
  })
  const nodes = await openapiTS(untitled, { defaultNonNullable: false, exportType: true })
  // `?: never` for the methods that no address has and the parameters that no path has of its own says nothing.
  const text = astToString(nodes).replace(
    /^ {8}(parameters: \{\n(?: {12}\w+\?: never;\n)+ {8}\};|(?:options|head|trace)\?: never;)\n/gm,
    '',
  )
  return `// Generated from openapi.json by \`npm run generate\`.\n${text}`
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

/** The kinds of columns as the web app reads them: their words, and the fields of those settings that have words. */
function columnKinds(): string {
  const kinds = COLUMN_KINDS.map((kind) => {
    const { filled_by, words, offer, bound, names_secrets }: Partial<CustomKind<unknown>> = { ...kind } as never
    const told = { filled_by, words, offer, bound, names_secrets, ...(kind.filled_by === 'itself' && ofItself(kind)) }
    return [kind.schema.properties.type.const, JSON.parse(JSON.stringify(told))]
  })
  return `// The kinds of columns, from src/engine/columns/kinds by \`npm run generate\`.

export const COLUMN_KINDS = ${printJson(Object.fromEntries(kinds))} as const
`
}

/** The types of signals as people read them. */
const signalTypes = () => `// The types of signals, from src/monitoring/signals by \`npm run generate\`.

export const SIGNAL_TYPES = ${printJson(SIGNAL_LABELS)} as const
`

/** The targets of deliveries as the web app reads them, in the order in which they are offered. */
function outputTargets(): string {
  const kinds: [string, OutputTargetKind][] = Object.entries(OUTPUT_TARGETS)
  const told = kinds
    .toSorted(([, one], [, other]) => one.place - other.place)
    .map(([kind, { label, offered_as = label, about, integration, schema }]) => [
      kind,
      JSON.parse(JSON.stringify({ label: offered_as, about, integration, settings: formPart(schema) })),
    ])
  return `// The targets of deliveries, from src/engine/columns/kinds/output-targets by \`npm run generate\`.

export const OUTPUT_TARGETS = ${printJson(Object.fromEntries(told))} as const
`
}

type OwnLookupKind = Pick<CustomKind<never>, 'schema' | 'target_words'> & { asks_model?: true }

/** What the web app makes the form of a kind of: the settings that have words. */
function ofItself({ schema, target_words, asks_model }: OwnLookupKind) {
  const { properties, required = [] } = schema as TSchema & { properties: Record<string, TSchema>; required?: string[] }
  const shown = Object.entries(properties).filter(([, setting]) => 'title' in setting)
  const known = new Set([
    ...Object.keys({ ...Common, ...Enriched }),
    ...shown.map(([name]) => name),
    'type',
    'required',
  ])
  return {
    target_words,
    asks_model,
    form: Object.keys(properties).every((name) => known.has(name)) ? 'described' : 'own',
    settings: {
      properties: formPart(Object.fromEntries(shown)),
      required: required.filter((name) => shown.some(([one]) => one === name)),
    },
  }
}

/** What the server checks and no form shows. */
const CHECKS = /^(minimum|maximum|exclusiveMinimum|minLength|maxLength|minItems|maxItems|maxProperties|examples)$/

/** A schema without what forms do not read. */
function formPart(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(formPart)
  if (typeof schema !== 'object' || schema === null) return schema
  const hasHint = 'x-hint' in schema && typeof schema['x-hint'] === 'string'
  const read = Object.entries(schema).filter(
    ([name, value]) =>
      !(CHECKS.test(name) && (typeof value !== 'object' || Array.isArray(value))) &&
      !(name === 'description' && hasHint) &&
      !(name === 'x-hint' && value === ''),
  )
  return Object.fromEntries(read.map(([name, value]) => [name, formPart(value)]))
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

For operators: all settings of the service. It reads them from the environment when a process starts. All are optional, and a blank
value counts as unset. With invalid values the process does not start, and lists all of them.

${groups.join('\n')}`
}

function providers(): string {
  const rows = catalog.map(
    (lookup) =>
      `| [${lookup.label}](#${lookup.id}) | ${cell(labelsOf(lookup))} | ${lookup.keyless ? 'none' : `key of ${integrationOf(lookup)?.name}`} | ${price(lookup)} |`,
  )
  return `${GENERATED('src/providers/catalog.ts')}
# Lookups

For users: the built-in lookups that columns can call. Lookups without a key work on a new install.

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
${lookup.cache_days > 0 ? `answers are cached for ${days(lookup.cache_days)}` : 'computed at each call'} ·
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
    "\nImplemented from the vendor's documentation and tested with recorded answers, not yet with an account. Please report differences.\n",
  verified: ({ id }) => (VERIFIED[id] ? `\nVerified with the live vendor on ${VERIFIED[id]}.\n` : ''),
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

For developers: the events that \`GET /api/events\` sends and that trigger automations. Every event has \`type\`, \`ts\` (RFC 3339) and
\`workspace_id\`. A \`?\` marks an optional member. Schemas: \`x-events\` in the API description.

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
    return `## ${group}\n\n| function | returns | example |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `${GENERATED('the functions in src/engine/formula and src/records/store')}
# Formulas

For users: the formula language and its functions. A formula column computes its cells from other cells of the row, such as
\`IF({{Employees}} > 50, "large", "small")\`.

- **Columns** are written \`{{Column name}}\`. A dotted path, inside or after the braces, reaches into objects and lists:
  \`{{Site.company.size}}\`, \`{{Site}}.offices.0.city\`. Renaming a column renames it in every formula.
- **Operators**: \`+ - * / ^\`; \`%\` for percent, and between two values for the remainder; \`&\` joins texts; \`= <> < <= > >=\`;
  \`AND OR NOT\`. Arguments are separated by commas or semicolons. Text is written in \`"…"\`, with a quote in it doubled.
- **Other rows**: \`LOOKUP\` and \`COUNTIF\` search all rows of a column, in the same workbook, \`COUNTIF({{Email}}, {{Email}}) > 1\`, or in
  another, \`LOOKUP({{Domain}}, {{Customers!Domain}}, {{Customers!Owner}})\`. They are computed again when those rows change, and follow
  renames of the other workbook and its columns. Text is compared without regard to case and surrounding spaces.
- **Blank values** are no error. Joined to text, a blank adds nothing; sums skip it; arithmetic with it is blank; it is neither less
  nor greater than any value.
- **Unknown values**: a column whose lookup failed or did not run (any status but complete, unverified, stale, overridden and not_found) says
  nothing, so a formula that needs it is blank with the reason, \`skipped: dependency\`, and so is what reads that formula. A miss (not_found)
  is a blank. \`AND\` with a false part and \`OR\` with a true one hold whatever is unknown; \`COALESCE\` takes the value of another column, but no
  value that is written in the formula. \`IFERROR\` and \`ISERROR\` do not hide it; ask with \`STATUS\` or \`REASON\` to decide about it.
- **Comparison**: text without regard to case, numbers by value, dates by time. Dates are ISO text in UTC; a date plus a number is that
  many days later.
- **Errors** belong to one cell and name the position in the formula. A cell may use ${(200_000).toLocaleString('en')} steps and texts of 100,000 characters, so
  no formula can stop the service.
- **Time**: columns with \`TODAY\`, \`NOW\` or \`AGE\` are computed again every night, shortly after midnight UTC.

The examples of cells assume a column Email that \`website-reader\` filled three days ago for $0.02 with a confidence of 0.9. Those of
dates assume noon on 31 January 2026. Those of LOOKUP and COUNTIF assume a workbook Customers with two rows for \`acme.example\`, the first with the
owner Ann.

${groups.join('\n')}`
}

function cellText(text: string): string {
  return text.replaceAll('|', '\\|')
}
