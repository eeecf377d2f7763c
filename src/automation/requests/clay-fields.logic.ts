// The fields of a Clay table: found in the shapes that tools write, and what a reference to each is called here.
import { nameKey } from '../../engine/values/template.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { FIELDS, type FieldName } from '../../providers/kit/fields.ts'
import { actionKind, aiFieldsOf, bindingsOf, type ClayField } from './clay-actions.logic.ts'
import { pathOf, type ReferenceResolver } from './script-formula.logic.ts'
import { NotRead, readScript } from './script-syntax.logic.ts'
import type { KindOf } from './script-template.logic.ts'

const object = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const MOST_FIELDS = 200
const SYSTEM = /^f_(created|updated)_at$/

export function fieldsIn(file: JsonObject): { name: string; fields: ClayField[]; notes: string[] } | null {
  const several = Array.isArray(file.tables) ? file.tables.map(object) : []
  const whole = several.length > 0 ? object(several[0]) : file
  const table = { ...whole, ...object(whole.portableSchema), ...object(whole.table) }
  const list = [table.fields, table.columns, table.data].find(
    (one): one is Json[] => Array.isArray(one) && isTable(one),
  )
  if (!list) return null
  const notes = several.slice(1).map((one) => `The table “${nameOf(one)}” was left out: a file becomes one workbook.`)
  const ordered = inOrder(list.map(object), table)
  if (ordered.length > MOST_FIELDS) notes.push(`Only the first ${MOST_FIELDS} of ${ordered.length} columns were read.`)
  const taken = new Set<string>()
  const fields = ordered
    .filter((field) => !SYSTEM.test(text(field.id)) && !/-validate-auth$/.test(text(settingsOf(field).actionKey)))
    .slice(0, MOST_FIELDS)
    .map((field) => read(field, taken))
  const whose = fields.map((field) => asBrought(field, fields))
  return { name: nameOf(table) || text(file.name).slice(0, 200) || 'From Clay', fields: whose, notes }
}

const nameOf = (table: JsonObject): string => (text(object(table.table).name) || text(table.name)).slice(0, 200).trim()
const settingsOf = (field: JsonObject): JsonObject => object(field.typeSettings ?? field.settings)

const isTable = (list: Json[]): boolean =>
  list.length > 0 &&
  list.every((one) => text(object(one).name) !== '' && text(object(one).type) !== '') &&
  list.some(
    (one) =>
      object(object(one).typeSettings ?? object(one).settings) === (object(one).typeSettings ?? object(one).settings),
  )

/** As the first view shows them, where the file says that. */
function inOrder(fields: JsonObject[], { gridViews, fieldOrder }: JsonObject): JsonObject[] {
  const [view] = Array.isArray(gridViews) ? gridViews : []
  const order = [fieldOrder, object(view).fieldOrder].find((one): one is Json[] => Array.isArray(one)) ?? []
  const place = new Map(order.map((id, at) => [id, at]))
  return fields
    .map((field, at) => ({ field, at: place.get(text(field.id)) ?? order.length + at }))
    .sort((a, b) => a.at - b.at)
    .map(({ field }) => field)
}

const INPUT_TYPES: Record<string, string> = {
  number: 'number',
  currency: 'number',
  url: 'url',
  email: 'email',
  date: 'date',
  image: 'url',
  boolean: 'checkbox',
  checkbox: 'checkbox',
  json: 'json',
  array: 'json',
  phone: 'phone',
}

function read(field: JsonObject, taken: Set<string>): ClayField {
  const settings = settingsOf(field)
  const type = text(field.type)
  const isFormula = text(settings.formulaText) !== '' || Array.isArray(settings.formulaWaterfall)
  const kind = type === 'source' ? 'source' : type === 'action' ? 'action' : isFormula ? 'formula' : 'input'
  const data = text(object(settings.dataTypeSettings).type)
  const name = text(field.name)
  return {
    id: text(field.id),
    name,
    column: freeName(name, taken),
    kind,
    settings,
    input_type: Object.hasOwn(INPUT_TYPES, data) ? (INPUT_TYPES[data] ?? 'text') : 'text',
  }
}

function freeName(wanted: string, taken: Set<string>): string {
  const plain = wanted.replace(/[.{}]/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 190) || 'Column'
  for (let number = 1; ; number++) {
    const name = number === 1 ? plain : `${plain} ${number}`
    if (taken.has(nameKey(name))) continue
    taken.add(nameKey(name))
    return name
  }
}

const words = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2)

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** What references mean. `fallen` are fields that became plain columns. */
export function clayNames(fields: readonly ClayField[], fallen: ReadonlyMap<ClayField, string>) {
  const brought = new Map<string, string>()
  const merged = new Map<ClayField, ClayField>()
  const reached = new Set<ClayField>()
  const taken = new Set(fields.map(({ column }) => nameKey(column)))

  const find = (ref: string): ClayField | undefined => {
    const name = nameKey(ref.replace(/^@(?:source:)?/, ''))
    return fields.find(({ id }) => id !== '' && id === ref) ?? fields.find((field) => nameKey(field.name) === name)
  }

  const resolve: ReferenceResolver = (ref, path) => {
    const named = find(ref)
    if (!named) throw new NotRead(`it reads a column that is not in the file (${ref.slice(0, 60)})`)
    const field = merged.get(named) ?? named
    if (path.some((step) => /[.{}]/.test(step) || step.trim() === ''))
      throw new NotRead('it reaches into a value by a name that has no counterpart')
    if (field.kind === 'source' && !fallen.has(field)) {
      const [first = field.column, ...rest] = path
      const key = nameKey(first)
      const inputs = fields.filter(({ kind }) => kind === 'input')
      const own = (inputs.find(({ brings }) => brings === first) ?? inputs.find((one) => nameKey(one.column) === key))
        ?.column
      const name = own ?? brought.get(key) ?? first
      if (!own) brought.set(key, name)
      return [name, ...rest].join('.')
    }
    if (path.length > 0) reached.add(field)
    return [field.column, ...(fallen.has(field) ? path : within(field, path))].join('.')
  }

  /** The path into what the column holds here. */
  function within(field: ClayField, path: readonly string[]): readonly string[] {
    if (field.kind !== 'action' || path.length === 0) return path
    const kind = actionKind(field)
    if (kind.is === 'find') return found(field, kind.field, path)
    if (kind.is !== 'ai' && kind.is !== 'research') return path
    const answers = aiFieldsOf(bindingsOf(field))
    const [first = '', ...rest] = path
    if (answers.length === 1) return /^\d+$/.test(path.at(-1) ?? '') ? path.slice(-1) : []
    const answer = answers.find(({ name }) => plainName(name) === plainName(first))
    if (answer) return [answer.name, ...rest]
    return /^(response|result|output)$/.test(first) ? within(field, rest) : path
  }

  return {
    resolve,
    kindOf: ((ref) => {
      const field = fields.find(({ column }) => column === ref)
      if (!field) return brought.has(nameKey(ref)) ? 'text' : null
      const isText = field.kind === 'input' && !/^(checkbox|number|json)$/.test(field.input_type)
      return isText || (field.kind === 'action' && !fallen.has(field)) ? 'text' : 'other'
    }) satisfies KindOf as KindOf,
    brought: () => [...brought.values()].filter((name) => !taken.has(nameKey(name))),
    isReachedInto: (field: ClayField) => reached.has(field),
    mergeInto: (field: ClayField, into: ClayField) => void merged.set(field, into),
    free: (wanted: string) => freeName(wanted, taken),
  }
}

/** A finder holds the value itself here: what is read of it has to mean that value. */
function found({ column }: ClayField, field: FieldName, path: readonly string[]): string[] {
  const { label, synonyms } = FIELDS[field]
  const known = new Set([field, label, ...synonyms].flatMap(words))
  if (path.flatMap(words).some((word) => known.has(word) || known.has(word.replace(/s$/, '')))) return []
  throw new NotRead(
    `it reads ${path.join('.').slice(0, 80)} of ${column}, which holds only ${label.toLowerCase()} here`,
  )
}

/** A formula that only takes a member of what a source brought is a column of the source. */
function asBrought(field: ClayField, fields: readonly ClayField[]): ClayField {
  if (field.kind !== 'formula') return field
  try {
    const known = pathOf(readScript(text(field.settings.formulaText)))
    const [brings, ...more] = known?.path ?? []
    if (!known || brings === undefined || more.length > 0) return field
    const ref = nameKey(known.ref.replace(/^@(?:source:)?/, ''))
    const isSource = fields.some(
      ({ id, name, kind }) => kind === 'source' && (id === known.ref || nameKey(name) === ref),
    )
    return isSource ? { ...field, kind: 'input', brings } : field
  } catch (error) {
    if (error instanceof NotRead) return field
    throw error
  }
}
