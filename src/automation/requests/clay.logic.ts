// Reads the definition of a Clay table, as tools export it, as a workbook definition; no cell and no key is taken from it.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Lookup } from '../../providers/kit/kit.ts'
import {
  actionKind,
  askedOf,
  type Bindings,
  bindingsOf,
  type ClayField,
  findOf,
  requestOf,
} from './clay-actions.logic.ts'
import { clayNames, fieldsIn } from './clay-fields.logic.ts'
import type { ConvertedWorkflow } from './n8n.logic.ts'
import { formulaOf, type ReferenceResolver } from './script-formula.logic.ts'
import { NotRead, readScript } from './script-syntax.logic.ts'
import { conditionOf } from './script-template.logic.ts'

interface Parts {
  catalog: readonly Lookup[]
  /** For columns that ask a model. */
  model: string
  /** Columns that could not be saved as they were read, by name, with the reason. */
  refused?: ReadonlyMap<string, string>
}

/** Null when this is no table of Clay. */
export function readClay(file: JsonObject, parts: Parts): ConvertedWorkflow | null {
  const table = fieldsIn(file)
  if (!table) return null
  const fallen = new Map<ClayField, string>()
  for (const field of table.fields) {
    const reason = parts.refused?.get(field.column)
    if (reason !== undefined) fallen.set(field, reason)
  }
  // Columns that refer to a column without a counterpart are read again, with that column as a plain input.
  for (;;) {
    const found = readAll(table.fields, fallen, parts)
    if ('fell' in found) fallen.set(found.fell, found.reason)
    else return { ...found, name: table.name, notes: [...table.notes, ...found.notes, ROWS] }
  }
}

const ROWS =
  'Rows are not in such a file: export the table as CSV in Clay and import it into the workbook; columns of the same name are filled.'

type Read = Omit<ConvertedWorkflow, 'name'> | { fell: ClayField; reason: string }

function readAll(fields: readonly ClayField[], fallen: ReadonlyMap<ClayField, string>, parts: Parts): Read {
  const notes: string[] = []
  const secrets = new Set<string>()
  const columns: JsonObject[] = []
  const names = clayNames(fields, fallen)
  const finders: { asks: string; field: ClayField }[] = []
  for (const field of fields) {
    const { column: name } = field
    const plain = fallen.get(field)
    try {
      if (plain !== undefined) {
        notes.push(`${name} became a column to fill by hand or by an import: ${plain}.`)
        columns.push({ type: 'input', name, input_type: 'text' })
      } else if (field.kind === 'source') {
        notes.push(`The source “${name}” was left out; a source of the workbook or an import brings rows.`)
      } else if (field.kind === 'input') {
        columns.push({ type: 'input', name, input_type: field.input_type })
      } else if (field.kind === 'formula') {
        columns.push({ type: 'formula', name, expression: expressionOf(field, names.resolve, notes) })
      } else {
        const bindings = bindingsOf(field)
        const made = acted(field, bindings, names.resolve, parts)
        const asks = made.asks
        const same = asks === undefined ? undefined : finders.find((one) => one.asks === asks)
        if (same) {
          names.mergeInto(field, same.field)
          notes.push(
            `${name} asks for the same as ${same.field.column}, which asks several providers in turn; it became one with it.`,
          )
          continue
        }
        if (asks !== undefined) finders.push({ asks, field })
        const condition = runIf(field, names, notes, parts.refused)
        columns.push(...condition.columns, { ...made.column, name, ...condition.member })
        for (const secret of made.secrets) secrets.add(secret)
        notes.push(...made.notes.map((note) => `${name}: ${note}`))
      }
    } catch (error) {
      if (!(error instanceof NotRead)) throw error
      return { fell: field, reason: error.message }
    }
  }
  // Only after all columns are read is it known which columns sources fill, and into which values other columns reach.
  const deep = new Set([...fallen.keys()].filter((field) => names.isReachedInto(field)).map(({ column }) => column))
  for (const column of columns) if (deep.has(String(column.name))) column.input_type = 'json'
  const brought = names.brought().map((name): JsonObject => ({ type: 'input', name, input_type: 'text' }))
  return { columns: [...brought, ...columns], secrets: [...secrets], notes }
}

interface Made {
  column: JsonObject
  /** The requested field and the inputs of a finder: two equal finders become one column. */
  asks?: string
  secrets: string[]
  notes: string[]
}

function acted(field: ClayField, bindings: Bindings, resolve: ReferenceResolver, { catalog, model }: Parts): Made {
  const kind = actionKind(field)
  if (kind.is === 'http') return requestOf(field, bindings, resolve)
  if (kind.is === 'ai' || kind.is === 'research') return { ...askedOf(kind.is, bindings, resolve, model), secrets: [] }
  if (kind.is === 'find') return { ...findOf(kind.field, bindings, resolve, catalog), secrets: [] }
  throw new NotRead(kind.reason)
}

function expressionOf({ settings }: ClayField, resolve: ReferenceResolver, notes: string[]): string {
  const rungs = Array.isArray(settings.formulaWaterfall) ? settings.formulaWaterfall : []
  if (rungs.length === 0) return formulaOf(readScript(textOf(settings.formulaText)), resolve)
  const formulas = rungs.flatMap((rung) => {
    const text = typeof rung === 'string' ? rung : textOf(asObject(rung).formula)
    return text === '' ? [] : [formulaOf(readScript(text), resolve)]
  })
  if (formulas.length === 0) throw new NotRead('it is described in words only')
  if (formulas.length < rungs.length) notes.push('A part of a formula that is only described in words was left out.')
  const distinct = [...new Set(formulas)]
  return distinct.length === 1 ? (distinct[0] ?? '') : `COALESCE(${distinct.join(', ')})`
}

type Names = ReturnType<typeof clayNames>

/** The condition of an action, as a filter or by a formula column of its own. */
function runIf(
  field: ClayField,
  names: Names,
  notes: string[],
  refused: Parts['refused'],
): { columns: JsonObject[]; member: JsonObject } {
  const text = textOf(field.settings.conditionalRunFormulaText)
  if (text.trim() === '') return { columns: [], member: {} }
  try {
    const script = readScript(text)
    const filter = conditionOf(script, names.resolve, names.kindOf)
    if (filter) return { columns: [], member: { run_if: filter as unknown as Json } }
    const name = names.free(`Run ${field.column}?`)
    const wrong = refused?.get(name)
    if (wrong !== undefined) throw new NotRead(wrong)
    const column = { type: 'formula', name, expression: `AND(${formulaOf(script, names.resolve)})` }
    return { columns: [column], member: { run_if: { field: `{{${name}}}`, op: 'eq', value: true } } }
  } catch (error) {
    if (!(error instanceof NotRead)) throw error
    notes.push(
      `${field.column} asks for EVERY row now: its condition ${text.slice(0, 200)} was not understood (${error.message}). Set one before you run it.`,
    )
    return { columns: [], member: {} }
  }
}

const asObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
