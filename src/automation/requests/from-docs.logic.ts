// An HTTP column from the documentation of an API and a sentence: which request is meant, and which column says each parameter.
import { nameKey, writeReference } from '../../engine/values/template.ts'
import { escapePattern } from '../../kernel/escape-pattern.ts'
import { FIELDS } from '../../providers/kit/fields.ts'
import { type BuiltRequest, buildRequest, type HttpColumnRequest, isMethod, secretNameOf } from './http-column.logic.ts'
import { type OpenApiOperation, type OpenApiParameter, readOpenApi } from './openapi.logic.ts'

interface Present {
  name: string
}

export type FromDocs = (BuiltRequest & { says: string }) | { wrong: string }

/** Null when the text holds no request that rules can read. @throws UnreadableDescription */
export function requestFromDocs(
  docs: string,
  instruction: string,
  columns: readonly Present[],
  base?: string,
): FromDocs | null {
  const operations = readOpenApi(docs, base)
  if (operations) return fromDescription(operations, instruction, columns)
  const example = exampleIn(docs)
  return example && fromExample(example, instruction, columns)
}

const SHOWN = 8

function fromDescription(
  operations: readonly OpenApiOperation[],
  instruction: string,
  columns: readonly Present[],
): FromDocs {
  const operation = chosen(operations, instruction)
  if (!operation) {
    const some = operations.slice(0, SHOWN).map(({ method, title }) => `“${title}” (${method})`)
    const more = operations.length > SHOWN ? `, and ${operations.length - SHOWN} more` : ''
    return {
      wrong: `The description has ${operations.length} requests. Say which one is meant: ${some.join(', ')}${more}.`,
    }
  }
  const bind = binder(instruction, columns)
  const said = new Map<OpenApiParameter, string>()
  for (const one of operation.parameters) {
    const value = bind(one.name, one.required) ?? one.usual
    if (value !== null) said.set(one, value)
    else if (one.required)
      return {
        wrong: `“${operation.title}” needs “${one.name}”: say which column holds it, such as “with ${one.name} from …”.`,
      }
  }
  const pairs = (place: OpenApiParameter['in']) =>
    Object.fromEntries([...said].flatMap(([one, value]) => (one.in === place ? [[one.name, value]] : [])))
  const path = pairs('path')
  const body = pairs('body')
  const made = buildRequest({
    name: nameFor(operation.title),
    method: operation.method,
    auth: operation.auth,
    url: operation.url.replace(/\{([^{}]+)\}/g, (whole, name) => path[name] ?? whole),
    query: pairs('query'),
    headers: pairs('header'),
    fields: operation.answers,
    ...(operation.sends === 'json' && { body: JSON.stringify(body, null, 2) }),
    ...(operation.sends === 'form' && { form: body }),
  })
  return { ...made, says: `Asks ${new URL(operation.url.replace(/[{}]/g, '')).host}: ${operation.title}.` }
}

/** Words that say nothing about which request is meant. */
const PLAIN = new Set(
  'the a an of for with from by to and or in on at is call get find fetch use using api request column this that'.split(
    ' ',
  ),
)

const wordsOf = (text: string) =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !PLAIN.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(ies|s)$/, (end) => (end === 'ies' ? 'y' : '')) : word))

/** The only one, or the one that shares most words with the sentence, when no other shares as many. */
function chosen(operations: readonly OpenApiOperation[], instruction: string): OpenApiOperation | undefined {
  if (operations.length === 1) return operations[0]
  const exact = operations.find(
    ({ id, title }) => (id && instruction.includes(id)) || instruction.toLowerCase().includes(title.toLowerCase()),
  )
  if (exact) return exact
  const asked = new Set(wordsOf(instruction))
  // The name of a parameter says which value it takes, not what the request is for.
  const said = new Set(operations.flatMap(({ parameters }) => parameters.flatMap(({ name }) => wordsOf(name))))
  const scored = operations
    .map((operation) => {
      const title = new Set(wordsOf(`${operation.id} ${operation.title}`))
      const rest = new Set(wordsOf([operation.words, ...operation.parameters.map(({ name }) => name)].join(' ')))
      const worth = (word: string) => (title.has(word) && !said.has(word) ? 3 : rest.has(word) ? 1 : 0)
      const score = [...asked].reduce((sum, word) => sum + worth(word), 0)
      // Between two equal fits, the one that only reads wins, then the one that does less.
      return { operation, score: score > 0 ? score + (operation.method === 'GET' ? 0.5 : 0) - title.size / 100 : 0 }
    })
    .sort((a, b) => b.score - a.score)
  const [first, second] = scored
  return first && first.score > 0 && first.score !== second?.score ? first.operation : undefined
}

/** Gives the reference to the column that says a parameter: one of that name or meaning, or one that the sentence joins with it. */
function binder(instruction: string, columns: readonly Present[]) {
  const keyed = new Map(columns.map(({ name }) => [nameKey(name), name]))
  const text = instruction.toLowerCase()
  const mentioned = columns
    .filter(({ name }) => text.includes(name.toLowerCase()))
    .sort((a, b) => b.name.length - a.name.length)
  const taken = new Set<string>()
  return (parameter: string, isRequired: boolean): string | null => {
    const spaced = parameter.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[-_.]+/g, ' ')
    const joined = mentioned.find(({ name }) =>
      new RegExp(
        `\\b${escapePattern(parameter)}\\W+(is|from|in|of|=|:)?\\W*(the |column )*${escapePattern(name)}`,
        'i',
      ).test(instruction),
    )
    const column = joined?.name ?? namesLike(spaced).flatMap((word) => keyed.get(nameKey(word)) ?? [])[0]
    const free = column ?? (isRequired ? mentioned.find(({ name }) => !taken.has(name))?.name : undefined)
    if (free === undefined) return null
    taken.add(free)
    return writeReference(free)
  }
}

/** The words themselves, then those that mean the same among the fields that are known here. */
function namesLike(words: string): string[] {
  const key = nameKey(words)
  const same = Object.entries(FIELDS).flatMap(([field, { label, synonyms }]) => {
    const all = [field.replaceAll('_', ' '), label, ...synonyms]
    return all.some((one) => nameKey(one) === key) ? all : []
  })
  const near = key === 'domain' ? ['company domain', 'website', 'site', 'url'] : []
  return [words, ...same, ...near]
}

const nameFor = (title: string) =>
  title
    .replace(/[{}\n]/g, ' ')
    .trim()
    .slice(0, 100) || 'HTTP request'

/** What documentation in words shows first: a curl command, or a line such as `GET https://…`. */
function exampleIn(docs: string): HttpColumnRequest | null {
  const text = docs.replaceAll(/\\\r?\n/g, ' ')
  const line = /\bcurl\b[^\n]*https?:\/\/[^\n]*|\b(?:GET|POST|PUT|PATCH|DELETE)\s+https?:\/\/[^\n]*/.exec(text)?.[0]
  const url = /https?:\/\/[^\s"'`<>\\)]+/.exec(line ?? '')?.[0]
  if (!line || !url) return null
  const said = /(?:-X|--request)\s+["']?([A-Z]+)|^(GET|POST|PUT|PATCH|DELETE)\s/.exec(line)
  const data = /(?:-d|--data(?:-raw|-binary)?|--json)\s+'([^']*)'/.exec(line)?.[1]
  const method = said?.[1] ?? said?.[2] ?? (data === undefined ? 'GET' : 'POST')
  if (!isMethod(method)) return null
  const headers: Record<string, string> = {}
  const inLine = [...line.matchAll(/(?:-H|--header)\s+(["'])([^:"']+):\s*(.*?)\1/g)].map((one) => [one[2], one[3]])
  // Outside of a command, headers stand in lines of their own.
  const inText = line.startsWith('curl')
    ? []
    : [...text.matchAll(/^\s*(Authorization|X-[\w-]*key|[\w-]*api-?key):\s*(\S.*)$/gim)].map((one) => [one[1], one[2]])
  for (const [name = '', value = ''] of [...inLine, ...inText]) headers[name.trim()] = value.trim()
  const user = /(?:-u|--user)\s+["']?[^\s"']+/.test(line)
  const isJson = data !== undefined && /^\s*\{/.test(data)
  return {
    name: new URL(url.replace(/[{}]/g, '')).hostname.split('.').at(-2) ?? 'HTTP request',
    method,
    url,
    query: {},
    headers,
    ...(isJson && { body: data }),
    auth: user ? { kind: 'basic', username: '', secret: secretNameOf(url) } : null,
  }
}

/** Places in the example that stand for a value, and parameters called like a column, become references. */
function fromExample(example: HttpColumnRequest, instruction: string, columns: readonly Present[]): FromDocs {
  const bind = binder(instruction, columns)
  let missing: string | null = null
  const place = (name: string) => {
    const found = bind(name, true)
    if (found === null) missing ??= name
    return found ?? name
  }
  const [address = '', query = ''] = example.url.split('?')
  const url = address
    .replace(/\{+(\w+)\}+/g, (_, name) => place(name))
    .replace(/(?<=\/):(\w+)/g, (_, name) => place(name))
  const kept = query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      const named = /^\{+(\w+)\}+$|^:(\w+)$/.exec(value)
      return `${name}=${named ? place(named[1] ?? named[2] ?? name) : (bind(name, false) ?? value)}`
    })
  const body = example.body?.replace(/"(\w+)"\s*:\s*"([^"]*)"/g, (whole, name) => {
    const found = bind(name, false)
    return found ? `"${name}": "${found}"` : whole
  })
  if (missing !== null) return { wrong: `The request needs “${missing}”: say which column holds it.` }
  const made = buildRequest({
    ...example,
    url: kept.length > 0 ? `${url}?${kept.join('&')}` : url,
    ...(body !== undefined && { body }),
  })
  return {
    ...made,
    says: `Asks ${new URL(address.replace(/[{}]/g, '')).host}, as the example in the documentation does.`,
  }
}
