// Reads a definition into columns, views and identity with ids: those of columns that are there by name, new ones for others.
import { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { mapConditions } from '../../engine/columns/columns.ts'
import { nameKey } from '../../engine/values/template.ts'
import type { FieldError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { compileChecker } from '../../platform/http/checks/validate.ts'
import { IdentityTried } from '../rows/duplicate-key.schema.ts'
import { cleanName } from '../store/columns/columns.logic.ts'
import { ViewCreate } from '../views/view.schema.ts'
import { type DefinitionContent, fieldIn, filterIn, VERSION } from './definition-shape.logic.ts'

export interface ReadDefinition extends DefinitionContent {
  /** Members that the file does not have leave the workbook as it is. */
  has: { name: boolean; description: boolean; identity: boolean; views: boolean }
}

export interface ReadingParts {
  /** The columns that are there. */
  current: readonly ColumnConfig[]
  newId: (index: number) => string
  /** The other workbook that a lookup column means, with its columns; undefined when there is none or several. */
  findWorkbook: (name: string, preferred: string | undefined) => OtherWorkbook | undefined
}

export interface OtherWorkbook {
  id: string
  name: string
  columns: readonly { id: string; name: string }[]
}

const checkColumn = compileChecker(ColumnConfig)
const checkView = compileChecker(ViewCreate)
const checkIdentity = compileChecker(IdentityTried)
const MOST_COLUMNS = 500
const MOST_VIEWS = 100
const MEMBERS = ['millrace', 'name', 'description', 'columns', 'identity', 'views']

/** Collects every problem with its location. */
export function readDefinition(file: JsonObject, parts: ReadingParts, problems: FieldError[]): ReadDefinition {
  const wrong = (loc: (string | number)[], msg: string, input: unknown, type = 'value_error') => {
    problems.push({ loc: ['body', 'definition', ...loc], type, msg, input })
  }
  for (const key of Object.keys(file))
    if (!MEMBERS.includes(key)) wrong([key], `A definition has no member "${key}"`, file[key], 'extra_forbidden')
  if (file.millrace !== VERSION)
    wrong(['millrace'], `This version reads definitions with "millrace: ${VERSION}"`, file.millrace)
  const text = (member: 'name' | 'description', most: number) => {
    const value = file[member]
    if (value === undefined) return ''
    if (typeof value === 'string' && value.length <= most && (member !== 'name' || value.trim() !== '')) return value
    wrong([member], `A text of at most ${most} characters is wanted`, value)
    return ''
  }
  const list = (member: 'columns' | 'views', most: number): Json[] => {
    const value = file[member] ?? (member === 'views' ? [] : undefined)
    if (Array.isArray(value) && value.length <= most) return value
    wrong([member], `A list of at most ${most} is wanted`, undefined)
    return []
  }
  const raw = list('columns', MOST_COLUMNS)
  const ids = idsOf(raw, parts)
  const idByName = new Map<string, string>()
  for (const [index, column] of raw.entries()) {
    const name = memberOf(column, 'name')
    if (typeof name === 'string') idByName.set(nameKey(cleanName(name)), ids[index] ?? '')
  }
  const idOf = (name: string) => idByName.get(nameKey(cleanName(name)))
  const columns = raw.flatMap((column, index) =>
    readColumn(column, ids[index] ?? '', parts, idOf, (loc, msg, input, type) =>
      wrong(['columns', index, ...loc], msg, input, type),
    ),
  )
  const views = list('views', MOST_VIEWS).flatMap((view, index) =>
    readView(view, idOf, (loc, msg, input, type) => wrong(['views', index, ...loc], msg, input, type)),
  )
  const identity = readIdentity(file.identity ?? null, idOf, (loc, msg, input, type) =>
    wrong(['identity', ...loc], msg, input, type),
  )
  const has = (member: string) => Object.hasOwn(file, member)
  return {
    name: text('name', 200).trim(),
    description: text('description', 5000),
    columns,
    views,
    identity,
    has: { name: has('name'), description: has('description'), identity: has('identity'), views: has('views') },
  }
}

type Wrong = (loc: (string | number)[], msg: string, input: unknown, type?: string) => void

const memberOf = (value: Json | undefined, member: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value[member] : undefined

/** A column that is there keeps its id: the one of the same name, else the one it was called before. */
function idsOf(raw: readonly Json[], { current, newId }: ReadingParts): string[] {
  const byName = new Map(current.map((column) => [nameKey(column.name), column.id]))
  const taken = new Set<string>()
  const take = (name: Json | undefined) => {
    const id = typeof name === 'string' ? byName.get(nameKey(cleanName(name))) : undefined
    if (id === undefined || taken.has(id)) return undefined
    taken.add(id)
    return id
  }
  const same = raw.map((column) => take(memberOf(column, 'name')))
  let added = 0
  return raw.map((column, index) => same[index] ?? take(memberOf(column, 'was')) ?? newId(added++))
}

function readColumn(
  raw: Json,
  id: string,
  { current, findWorkbook }: ReadingParts,
  idOf: (name: string) => string | undefined,
  wrong: Wrong,
): ColumnConfig[] {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    wrong([], 'A column is an object', raw)
    return []
  }
  const { was: _, ...members } = raw
  const wanted: JsonObject = mapConditions({ ...members, id }, (condition, loc) =>
    filterIn(condition, fieldReader(idOf, loc, wrong)),
  )
  if (typeof wanted.name === 'string') wanted.name = cleanName(wanted.name)
  if (wanted.type === 'lookup') {
    const old = current.find((column) => column.id === id)
    const other = findWorkbook(String(wanted.workbook), old?.type === 'lookup' ? old.workbook_id : undefined)
    delete wanted.workbook
    if (!other) {
      wrong(['workbook'], `There is no workbook "${String(members.workbook)}" here, or more than one`, members.workbook)
      return []
    }
    wanted.workbook_id = other.id
    for (const member of ['their_key', 'their_column']) {
      const name = wanted[member]
      if (name === undefined) continue
      const found = other.columns.find((column) => nameKey(column.name) === nameKey(String(name)))
      if (!found) wrong([member], `"${other.name}" has no column "${String(name)}"`, name, 'unknown_column')
      wanted[member] = found?.id ?? String(name)
    }
  }
  const { value, errors } = checkColumn.read(wanted, 'column', { odd: true, flat: false })
  for (const { loc, msg, type, input } of errors) wrong(loc.slice(2), msg, input, type)
  if (errors.length > 0) return []
  return [value as ColumnConfig]
}

function fieldReader(idOf: (name: string) => string | undefined, loc: (string | number)[], wrong: Wrong) {
  return (field: string) => {
    const id = fieldIn(field, idOf)
    if (id === undefined) wrong(loc, `There is no column "${field}"`, field, 'unknown_column')
    return id ?? field
  }
}

function readView(
  raw: Json,
  idOf: (name: string) => string | undefined,
  wrong: Wrong,
): DefinitionContent['views'][number][] {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    wrong([], 'A view is an object', raw)
    return []
  }
  const view = structuredClone(raw)
  const named = (name: Json, at: string) => {
    const id = typeof name === 'string' ? idOf(name) : undefined
    if (id === undefined) wrong([at], `There is no column "${String(name)}"`, name, 'unknown_column')
    return id ?? String(name)
  }
  const field = fieldReader(idOf, [], wrong)
  const sorted = (sort: Json) =>
    typeof memberOf(sort, 'field') === 'string'
      ? { ...(sort as object), field: field(memberOf(sort, 'field') as string) }
      : sort
  const out: { [member: string]: unknown } = { ...view }
  if (out.filter) out.filter = filterIn(view.filter as never, field)
  if (Array.isArray(out.sort)) out.sort = out.sort.map(sorted)
  if (out.group) out.group = sorted(out.group as Json)
  if (Array.isArray(out.subgroups)) out.subgroups = out.subgroups.map(sorted)
  for (const member of ['column_order', 'hidden', 'pinned'] as const)
    if (Array.isArray(out[member])) out[member] = (out[member] as Json[]).map((name) => named(name, member))
  for (const [member, its] of [
    ['widths', 'width'],
    ['totals', 'total'],
  ] as const)
    if (Array.isArray(out[member]))
      out[member] = Object.fromEntries(
        (out[member] as Json[]).map((one) => [named(memberOf(one, 'column') ?? null, member), memberOf(one, its)]),
      )
  if (Array.isArray(out.colour_rules))
    out.colour_rules = out.colour_rules.map((rule: JsonObject) => {
      const { column, filter, ...rest } = rule
      return {
        ...rest,
        filter: filterIn(filter as never, field),
        ...(column !== undefined && { column_id: named(column, 'colour_rules') }),
      }
    })
  const { value, errors } = checkView.read(out, 'view', { odd: true, flat: false })
  for (const { loc, msg, type, input } of errors) wrong(loc.slice(1), msg, input, type)
  if (errors.length > 0) return []
  const { name, scope = 'shared', ...config } = value as never as { name: string; scope?: string } & object
  if (scope === 'personal') {
    wrong(['scope'], 'Personal views belong to people, not to the definition', scope)
    return []
  }
  return [{ name: name.trim(), scope: scope as 'shared' | 'locked', config }]
}

function readIdentity(
  raw: Json,
  idOf: (name: string) => string | undefined,
  wrong: Wrong,
): DefinitionContent['identity'] {
  if (raw === null) return null
  if (!Array.isArray(raw)) {
    wrong([], 'A list of columns, or null', raw)
    return null
  }
  const columns = raw.map((part, index) => {
    const name = memberOf(part, 'column')
    const id = typeof name === 'string' ? idOf(name) : undefined
    if (id === undefined) wrong([index, 'column'], `There is no column "${String(name)}"`, name, 'unknown_column')
    const { column: _, ...rest } = (part ?? {}) as JsonObject
    return { ...rest, column_id: id ?? '?' }
  })
  const { value, errors } = checkIdentity.read({ columns }, 'identity', { odd: true, flat: false })
  for (const { loc, msg, type, input } of errors) wrong(loc.slice(2), msg, input, type)
  return errors.length > 0 ? null : (value as { columns: NonNullable<DefinitionContent['identity']> }).columns
}
