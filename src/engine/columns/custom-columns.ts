// Columns that make their own lookup: their templates, and the one step that they become.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { bindTemplate } from '../values/render.ts'
import { parseTemplate, references, writeReference } from '../values/template.ts'
import type { CustomLookupSettings, StepSpec } from '../waterfall/step.ts'
import type { CustomColumn, OutputTarget } from './output-columns.schema.ts'

type Loc = (string | number)[]
type Rewrite = (template: string, loc: Loc) => string

export const CUSTOM_TYPES: ReadonlySet<string> = new Set(['http', 'ai', 'research', 'match', 'output'])

/** The column with each of its templates rewritten. */
export function mapTemplates<C extends CustomColumn>(column: C, rewrite: Rewrite): C {
  const one = (name: string, template: string | undefined) =>
    template === undefined ? {} : { [name]: rewrite(template, [name]) }
  const record = (loc: Loc, templates: Record<string, string> | undefined) =>
    templates && Object.fromEntries(Object.entries(templates).map(([key, text]) => [key, rewrite(text, [...loc, key])]))
  const all = (name: string, templates: Record<string, string> | undefined) =>
    templates === undefined ? {} : { [name]: record([name], templates) }
  const required = column.required && {
    required: column.required.map((template, index) => rewrite(template, ['required', index])),
  }
  switch (column.type) {
    case 'http':
      return {
        ...column,
        ...one('url', column.url),
        ...all('query', column.query),
        ...all('headers', column.headers),
        ...one('body', column.body),
        ...all('form', column.form),
        ...required,
      }
    case 'ai':
    case 'research':
      return { ...column, ...one('prompt', column.prompt), ...required }
    case 'match':
      return { ...column, ...all('values', column.values), ...required }
    case 'output': {
      const { target } = column
      const sent =
        target.kind === 'slack'
          ? { text: rewrite(target.text, ['target', 'text']) }
          : { values: record(['target', 'values'], target.values) }
      return { ...column, target: { ...target, ...sent }, ...required }
    }
  }
}

/** Every template of the column with its place. */
export function customTemplates(column: CustomColumn): { loc: Loc; template: string }[] {
  const found: { loc: Loc; template: string }[] = []
  mapTemplates(column, (template, loc) => {
    found.push({ loc, template })
    return template
  })
  return found
}

/** References as they are written, each once: they name the inputs of the lookup that the column makes. */
function refsOf(templates: readonly string[]): string[] {
  return [...new Set(templates.flatMap((template) => references(parseTemplate(template)).map(({ ref }) => ref)))]
}

/** Inputs that a row cannot do without, and those of which one will do. */
function needs(column: CustomColumn): { required: string[]; any: string[] } {
  if (column.required) return { required: refsOf(column.required), any: [] }
  if (column.type === 'http') return { required: refsOf([column.url]), any: [] }
  if (column.type === 'output') return needsOfOutput(column.target)
  if (column.type === 'match') return { required: [], any: refsOf(Object.values(column.values)) }
  return { required: [], any: refsOf([column.prompt]) }
}

/** A row of which nothing would be sent is not sent, and neither is one that could not be known again over there. */
function needsOfOutput(target: OutputTarget): { required: string[]; any: string[] } {
  const sent = target.kind === 'slack' ? [target.text] : Object.values(target.values)
  const key = 'key' in target ? refsOf([target.values[target.key] ?? '']) : []
  // A key that is put together of several columns may be whole without one of them.
  return { required: key.length === 1 ? key : [], any: refsOf(sent) }
}

/** The settings that the lookup is made of: what changes neither its question nor its answer is left out. */
export function customOf(column: CustomColumn): CustomLookupSettings {
  const {
    id: _id,
    name: _name,
    type,
    width: _w,
    hidden: _h,
    pinned: _p,
    run_if: _r,
    max_age_days: _m,
    ...config
  } = column
  const refs = refsOf(customTemplates(column).map(({ template }) => template))
  return { ...(config as unknown as JsonObject), kind: type, refs, ...needs(column) }
}

/** The provider that the step calls, as cells, usage and prices name it. */
function providerOf(column: CustomColumn): string {
  switch (column.type) {
    case 'http':
      return `http:${fixedHost(column.url) ?? 'any'}`
    case 'output':
      return `output:${column.target.kind}`
    case 'match':
      return `match:${column.against.kind}`
    default:
      return `${column.type}:${column.model}`
  }
}

/** What people call a lookup that a column makes of its own settings; undefined for any other, which has a name in the catalog. */
export function customWords(provider: string): string | undefined {
  const [kind = '', ...rest] = provider.split(':')
  const what = rest.join(':')
  if (kind === 'http') return what === 'any' ? 'HTTP request' : what
  if (kind === 'output') return `Sent to ${what}`
  if (kind === 'match') return what === 'leads' ? 'Match with leads' : 'Match with a workbook'
  if (kind === 'ai' || kind === 'model') return what
  return kind === 'research' ? `${what} (research)` : provider === 'web-page' ? 'Web page' : undefined
}

/** The host that an address has whatever its references hold; null when a row could change it. */
export function fixedHost(url: string): string | null {
  const [first] = parseTemplate(url).parts
  if (typeof first !== 'string') return null
  const whole = parseTemplate(url).parts.length === 1
  // Without something that ends it, a value could go on writing the host: `https://api.example.com{{x}}`.
  const origin = /^https?:\/\/[^/?#\\\s@]+(?=[/?#]|$)/i.exec(first)?.[0]
  if (!origin || (!whole && origin.length === first.length) || !URL.canParse(origin)) return null
  return new URL(origin).host
}

/** The field that becomes the value; null keeps all of them as an object. */
export function outputOf(column: CustomColumn): string | null {
  if (column.type === 'output') return null
  if (column.type === 'match') return column.output ?? null
  if (column.type === 'http' && column.fields.length === 0) return 'response'
  const [only] = column.fields.length === 1 ? column.fields : []
  return column.output ?? only?.name ?? null
}

export function customStep(column: CustomColumn, findColumn: (name: string) => string | undefined): StepSpec {
  const made = customOf(column)
  return {
    id: column.type,
    provider: providerOf(column),
    made,
    inputs: Object.fromEntries(
      (made.refs as string[]).map((ref) => [ref, bindTemplate(writeReference(ref), findColumn)]),
    ),
  }
}

/** A template filled in by reference name. `write` says how a value is written at its place. */
export function fillTemplate(template: string, values: JsonObject, write: (value: Json) => string): string {
  return parseTemplate(template)
    .parts.map((part) =>
      typeof part === 'string' ? part : write(Object.hasOwn(values, part.ref) ? (values[part.ref] ?? null) : null),
    )
    .join('')
}

/** True when the template has references, and none of them has a value. */
export function isBlank(template: string, values: JsonObject): boolean {
  const refs = refsOf([template])
  return refs.length > 0 && refs.every((ref) => !Object.hasOwn(values, ref))
}
