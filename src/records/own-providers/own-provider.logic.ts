// The rules of a workspace's own providers: what a definition must keep to, what it declares, and how one is drafted from an `http` column.

import { ownProviderAnswerPart } from '../../engine/columns/answer-settings.ts'
import { columnTemplates } from '../../engine/columns/columns.ts'
import { customProblems } from '../../engine/columns/custom-columns.ts'
import { type HttpColumn, http } from '../../engine/columns/kinds/http.kind.ts'
import type { OwnProviderDefinition } from '../../engine/columns/own-provider.schema.ts'
import { parseTemplate, references, writeTemplate } from '../../engine/values/template.ts'
import type { FieldError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { catalog } from '../../providers/catalog.ts'
import { FIELDS, type FieldType, isFieldName } from '../../providers/kit/fields.ts'
import type { CustomOutput, LookupInput } from '../../providers/kit/kit.ts'
import { type CallPrice, requestPrice } from '../../providers/kit/lookup-price.ts'

/** Ids of own providers begin so, and none of the built-in catalog does. */
export const OWN_PREFIX = 'own-'
export const isOwnId = (id: string): boolean => id.startsWith(OWN_PREFIX)

/** `Acme: Work email` as `own-acme-work-email`. */
export function idFor(name: string, isTaken: (id: string) => boolean): string {
  const words = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
  const base = OWN_PREFIX + (words || 'provider')
  let id = base
  for (let number = 2; isTaken(id); number++) id = `${base}-${number}`
  return id
}

/** The request as an `http` column has it: the one form that requests are checked and made in. */
export function requestOf(definition: OwnProviderDefinition): HttpColumn {
  const { description: _d, docs_url: _u, inputs: _i, one_of: _o, fields, confidence: _c, ...rest } = definition
  const { verified: _v, license: _l, sample: _s, ...request } = rest
  return {
    ...request,
    id: OWN_PREFIX,
    name: OWN_PREFIX,
    type: 'http',
    fields: fields.map((field) => ({ name: field.name, path: field.path, type: typeOf(field) })),
  }
}

function typeOf({ name, type }: OwnProviderDefinition['fields'][number]): FieldType {
  return isFieldName(name) ? FIELDS[name].type : (type ?? 'text')
}

/** What is wrong with a definition, by its place in it. */
export function definitionProblems(definition: OwnProviderDefinition): FieldError[] {
  const column = requestOf(definition)
  const problems = customProblems(column)
  const fault = (loc: (string | number)[], msg: string) =>
    problems.push({ loc, type: 'value_error', msg: `Value error, ${msg}` })
  const names = definition.inputs.map(({ name }) => name)
  names.forEach((name, index) => {
    if (names.indexOf(name) < index) fault(['inputs', index, 'name'], `two inputs are called "${name}"`)
  })
  const used = new Set<string>()
  for (const { loc, template } of columnTemplates(column))
    for (const { ref } of references(parseTemplate(template))) {
      used.add(ref)
      if (!names.includes(ref)) fault(loc, `{{${ref}}} is no input of this provider; it has ${names.join(', ')}`)
    }
  names.forEach((name, index) => {
    if (!used.has(name)) fault(['inputs', index, 'name'], `the request does not use {{${name}}}`)
  })
  definition.one_of?.forEach((group, index) => {
    for (const name of group) if (!names.includes(name)) fault(['one_of', index], `there is no input "${name}"`)
  })
  definition.fields.forEach(({ name, type }, index) => {
    if (type === undefined || !isFieldName(name) || FIELDS[name].type === type) return
    fault(['fields', index, 'type'], `"${name}" is a field of the catalog and holds a ${FIELDS[name].type} value`)
  })
  definition.fields.forEach((field, index) => {
    if (field.values && typeOf(field) !== 'text')
      fault(['fields', index, 'values'], 'only words of a text field can be translated')
  })
  for (const name of Object.keys(definition.sample ?? {}))
    if (!names.includes(name)) fault(['sample', name], `there is no input "${name}"`)
  return problems
}

/** Names of inputs in words: `linkedin_url` as `Linkedin url`. */
const wordsOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Inputs of the built-in catalog by name: what they mean is known. */
const KNOWN: ReadonlyMap<string, LookupInput> = new Map(
  [...catalog].reverse().flatMap(({ inputs }) => inputs.map((input) => [input.name, input] as const)),
)

export function inputsOf({ inputs }: OwnProviderDefinition): LookupInput[] {
  return inputs.map(({ name, label, type, required, help = '' }) => {
    const known = KNOWN.get(name)
    const shown = label ?? known?.label ?? wordsOf(name)
    const aliases = new Set([...(known?.aliases ?? []), shown.toLowerCase(), name.replaceAll('_', ' ')])
    return { name, label: shown, type: type ?? known?.type ?? 'text', required, help, aliases: [...aliases] }
  })
}

export function outputsOf({ fields }: OwnProviderDefinition): CustomOutput[] {
  return fields.map((field) => {
    const { name, label } = field
    const known = isFieldName(name) ? FIELDS[name].label : wordsOf(name)
    return { field: name, label: label ?? known, type: typeOf(field) }
  })
}

/** What a step that names the provider is checked against, and what it is chosen by. */
export interface DeclaredProvider {
  id: string
  label: string
  price: CallPrice
  keyless: boolean
  ended?: string
  inputs: readonly LookupInput[]
  one_of?: readonly (readonly string[])[]
  outputs: readonly { field: string }[]
}

export function declaredBy(id: string, name: string, definition: OwnProviderDefinition): DeclaredProvider {
  const { one_of, auth } = definition
  const facts = { id, label: name, price: requestPrice(definition), keyless: auth === undefined }
  return { ...facts, inputs: inputsOf(definition), ...(one_of && { one_of }), outputs: outputsOf(definition) }
}

/** What decides about question and answer: a change of it is a new version, under which nothing of the cache is used. */
export function meaningOf(definition: OwnProviderDefinition): JsonObject {
  const fields = definition.fields.map(({ label: _, ...field }) => field)
  const inputs = definition.inputs.map(({ name, type = 'text' }) => ({ name, type }))
  return { ...ownProviderAnswerPart(definition), fields, inputs } as unknown as JsonObject
}

/** The secret of the workspace that the request uses, and the addresses it is sent to. */
export function secretOf({ auth, url }: OwnProviderDefinition): { name: string; urls: string[] } | undefined {
  if (!auth) return undefined
  return { name: auth.secret, urls: [url, ...(auth.kind === 'oauth_client' ? [auth.token_url] : [])] }
}

/** A definition with the request of the column, and the column reference for each input. */
export interface OwnProviderDraft {
  definition: OwnProviderDefinition
  inputs: Record<string, string>
}

/** References become inputs, well-known ones under their usual names. */
export function draftOf(column: HttpColumn): OwnProviderDraft {
  const templates = columnTemplates(column).filter(({ loc: [member] }) => member !== 'required')
  const refs = [
    ...new Set(templates.flatMap(({ template }) => references(parseTemplate(template)).map(({ ref }) => ref))),
  ]
  const names = new Map<string, string>()
  for (const ref of refs) {
    const base = inputNameFor(ref)
    let name = base
    for (let number = 2; [...names.values()].includes(name); number++) name = `${base}_${number}`
    names.set(ref, name)
  }
  const needed = new Set(
    (column.required ?? [column.url]).flatMap((text) => references(parseTemplate(text)).map(({ ref }) => ref)),
  )
  const renamed = http.mapTemplates(column, (template) =>
    writeTemplate(
      parseTemplate(template).parts.map((part) =>
        typeof part === 'string' ? part : { ref: names.get(part.ref) ?? part.ref },
      ),
    ),
  )
  const { method, url, any_host, query, headers, body, form, auth, pages, items, max_pages, miss, error } = renamed
  const { price_usd, billing, per_second, concurrency, timeout_seconds, cache_days, repeat_safe } = renamed
  const optional = {
    any_host,
    query,
    headers,
    body,
    form,
    auth,
    pages,
    items,
    miss,
    error,
    price_usd,
    per_second,
    concurrency,
  }
  const definition: OwnProviderDefinition = {
    description: '',
    inputs: refs.map((ref) => {
      const name = names.get(ref) ?? ref
      return { name, ...(KNOWN.has(name) ? {} : { label: ref.slice(0, 100) }), required: needed.has(ref) }
    }),
    method: method === 'GET' ? 'GET' : 'POST',
    url,
    max_pages,
    ...Object.fromEntries(Object.entries({ ...optional, repeat_safe }).filter(([, value]) => value !== undefined)),
    fields: column.fields.map(({ name, path, type }) => ({ name, path, ...(isFieldName(name) ? {} : { type }) })),
    confidence: 0.8,
    license: 'unknown',
    billing,
    timeout_seconds,
    cache_days: Math.min(cache_days || 30, 365),
  }
  return {
    definition,
    inputs: Object.fromEntries([...names].map(([ref, name]) => [name, writeTemplate([{ ref }])])),
  }
}

function inputNameFor(ref: string): string {
  const words = ref.trim().toLowerCase()
  const called = KNOWN.get(words.replace(/[^a-z0-9]+/g, '_'))
  const known = called ?? [...KNOWN.values()].find(({ aliases }) => aliases.includes(words))
  if (known) return known.name
  const name = words
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 50)
  return name || 'value'
}
