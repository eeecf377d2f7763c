// What is wrong with columns that read other workbooks: they lead nowhere, or in a circle.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { FormulaColumn } from '../../engine/columns/kinds/formula.kind.ts'
import type { LookupColumn } from '../../engine/columns/kinds/lookup.kind.ts'
import type { OutputTarget } from '../../engine/columns/kinds/output.kind.ts'
import type { ResearchColumn } from '../../engine/columns/kinds/research.kind.ts'
import { isNeverFound, neverFound } from '../../engine/formula/check.ts'
import { nameKey } from '../../engine/values/template.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { FIELD } from '../lead-facts/lead-field.logic.ts'
import { addressProblems } from '../own-providers/addresses.logic.ts'
import { checkColumn, formulaColumns } from '../store/columns/computed.logic.ts'
import { columnByKey } from '../store/rows/rows.logic.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { rangesOf } from './ranges.reads.ts'

/** Refuses (422) addresses that no call may go to, and readings of workbooks and columns that are not there; look-ups of the workbook itself and in a circle too. */
export async function mustLookUpWell(
  tx: WorkspaceTx,
  workbookId: string,
  wanted: readonly { column: ColumnConfig; loc: (string | number)[] }[],
): Promise<void> {
  const fields: FieldError[] = []
  for (const { column, loc } of wanted) {
    if (column.type === 'lead_field' && !FIELD.has(column.field))
      fields.push({
        loc: ['body', ...loc, 'field'],
        type: 'value_error',
        msg: `Leads have no field "${column.field}"`,
        input: column.field,
      })
    if (column.type === 'formula') fields.push(...(await rangeProblems(tx, workbookId, column, ['body', ...loc])))
    if (column.type === 'lookup') fields.push(...(await lookupProblems(tx, workbookId, column, ['body', ...loc])))
    if (column.type === 'output' && column.target.kind === 'workbook')
      fields.push(...(await outputProblems(tx, workbookId, column.target, ['body', ...loc, 'target'])))
    if (column.type === 'match' && column.against.kind === 'workbook')
      fields.push(...(await matchProblems(tx, workbookId, column.against.workbook_id, ['body', ...loc, 'against'])))
    fields.push(...below(['body', ...loc], addressProblems(tx.addresses, column)))
    if (column.type === 'research') fields.push(...(await tableProblems(tx, column, ['body', ...loc])))
  }
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
}

const below = (at: (string | number)[], problems: FieldError[]): FieldError[] =>
  problems.map((problem) => ({ ...problem, loc: [...at, ...problem.loc] }))

async function tableProblems(
  tx: WorkspaceTx,
  { tables = [] }: ResearchColumn,
  loc: (string | number)[],
): Promise<FieldError[]> {
  const found: (Target | undefined)[] = []
  for (const { workbook_id } of tables) found.push(await readTarget(tx, workbook_id))
  return tables.flatMap(({ workbook_id, columns = [] }, index): FieldError[] => {
    const wrong = (member: string, msg: string, input: unknown) => ({
      loc: [...loc, 'tables', index, member],
      type: 'value_error',
      msg,
      input,
    })
    const target = found[index]
    if (!target) return [wrong('workbook_id', 'There is no such workbook', workbook_id)]
    const unknown = columns.find((id) => !target.columns?.includes(id))
    return unknown === undefined ? [] : [wrong('columns', `"${target.name}" has no column "${unknown}"`, unknown)]
  })
}

async function matchProblems(
  tx: WorkspaceTx,
  workbookId: string,
  other: string,
  loc: (string | number)[],
): Promise<FieldError[]> {
  const wrong = (msg: string): FieldError[] => [
    { loc: [...loc, 'workbook_id'], type: 'value_error', msg, input: other },
  ]
  if (other.toLowerCase() === workbookId)
    return wrong('Rows of one workbook are matched with each other by "Find duplicates"')
  return (await readTarget(tx, other)) ? [] : wrong('There is no such workbook')
}

type WorkbookTarget = Extract<OutputTarget, { kind: 'workbook' }>

async function outputProblems(
  tx: WorkspaceTx,
  workbookId: string,
  { workbook_id, values }: WorkbookTarget,
  loc: (string | number)[],
): Promise<FieldError[]> {
  const wrong = (member: string[], msg: string, input: unknown): FieldError[] => [
    { loc: [...loc, ...member], type: 'value_error', msg, input },
  ]
  const source = workbook_id.toLowerCase()
  if (source === workbookId) return wrong(['workbook_id'], 'A workbook cannot write rows to itself', source)
  if (!(await readTarget(tx, source))) return wrong(['workbook_id'], 'There is no such workbook', workbook_id)
  const find = columnByKey(await readColumns(tx, source))
  for (const name of Object.keys(values)) {
    const column = find(name)
    if (!column) return wrong(['values', name], `There is no column "${name}"`, name)
    if (column.type !== 'input')
      return wrong(['values', name], `"${column.name}" is computed; nothing can be written to it`, name)
  }
  // When two columns are saved at once and each would be valid alone, the second waits to see the first.
  await hold(tx, `outputs ${tx.workspace_id}`)
  const circle = await circleOfOutputs(tx, source, workbookId)
  return circle === null
    ? []
    : wrong(['workbook_id'], `Workbooks would write to each other in a circle: ${circle}`, workbook_id)
}

/** The names of the workbooks on a way by output columns from one back to it, or to `home`; null when there is none. */
export async function circleOfOutputs(tx: WorkspaceTx, workbookId: string, home = workbookId): Promise<string | null> {
  const { rows } = await tx.client.query<{ path: string[] }>(
    `with recursive reached (id, path) as (
       select $2::uuid, array[$2::uuid]
       union all
       select (c.config #>> '{target,workbook_id}')::uuid, r.path || (c.config #>> '{target,workbook_id}')::uuid
       from reached r join workbook_columns c on c.workspace_id = $1 and c.workbook_id = r.id and c.type = 'output'
         and c.config #>> '{target,kind}' = 'workbook'
       where (cardinality(r.path) = 1 or r.id <> $3) and cardinality(r.path) < 50
         and ((c.config #>> '{target,workbook_id}')::uuid = $3 or not (c.config #>> '{target,workbook_id}')::uuid = any(r.path)))
     select path from reached where id = $3 and cardinality(path) > 1 limit 1`,
    [tx.workspace_id, workbookId, home],
  )
  const path = rows[0]?.path
  return path ? namedPath(tx, path) : null
}

interface Target {
  name: string
  columns: string[] | null
}

async function readTarget(tx: WorkspaceTx, workbookId: string): Promise<Target | undefined> {
  const { rows } = await tx.client.query<Target>(
    `select w.name, (select array_agg(c.id) from workbook_columns c where c.workspace_id = $1 and c.workbook_id = w.id) as columns
     from workbooks w where w.workspace_id = $1 and w.id = $2 and w.deleted_at is null`,
    [tx.workspace_id, workbookId],
  )
  return rows[0]
}

async function lookupProblems(
  tx: WorkspaceTx,
  workbookId: string,
  column: LookupColumn,
  loc: (string | number)[],
): Promise<FieldError[]> {
  const wrong = (member: string, msg: string, input: unknown, type = 'value_error'): FieldError[] => [
    { loc: [...loc, member], type, msg, input },
  ]
  const source = column.workbook_id.toLowerCase()
  if (source === workbookId)
    return wrong(
      'workbook_id',
      'A workbook cannot look itself up; use a formula over the columns of the row',
      source,
      'reference_cycle',
    )
  const found = await readTarget(tx, source)
  if (!found) return wrong('workbook_id', 'There is no such workbook', column.workbook_id)
  const there = new Set(found.columns ?? [])
  if (!there.has(column.their_key))
    return wrong('their_key', `"${found.name}" has no column "${column.their_key}"`, column.their_key)
  if (column.their_column === undefined) {
    if (column.give !== 'exists' && column.give !== 'count')
      return [{ loc: [...loc, 'their_column'], type: 'missing', msg: 'Field required' }]
  } else if (!there.has(column.their_column))
    return wrong('their_column', `"${found.name}" has no column "${column.their_column}"`, column.their_column)
  const circle = await circleOf(tx, workbookId, source)
  return circle === null ? [] : [inCircle([...loc, 'workbook_id'], circle, column.workbook_id)]
}

async function rangeProblems(
  tx: WorkspaceTx,
  workbookId: string,
  column: FormulaColumn,
  loc: (string | number)[],
): Promise<FieldError[]> {
  const { ranges = [], expression } = column
  for (const source of new Set(ranges.map(({ workbook_id }) => workbook_id))) {
    const circle = await circleOf(tx, workbookId, source)
    if (circle !== null) return [inCircle([...loc, 'expression'], circle, expression)]
  }
  for (const { workbook_id, column_id } of keysOf(column)) {
    const type = formulaColumns(await readColumns(tx, workbook_id)).typeOf(column_id)
    const msg = neverFound('A formula that looks through another workbook')
    if (isNeverFound(type)) return [{ loc: [...loc, 'expression'], type: 'wrong_arguments', msg, input: expression }]
  }
  return []
}

/** The columns of other workbooks that the formula compares with. */
function keysOf(column: FormulaColumn): { workbook_id: string; column_id: string }[] {
  const others = new Set((column.ranges ?? []).map(({ ref }) => nameKey(ref)))
  const anyOther = (name: string) => (others.has(nameKey(name)) ? undefined : name)
  const { formula } = checkColumn(column, { find: anyOther, names: () => [], typeOf: () => 'any' })
  return (formula?.finds ?? []).flatMap(({ their_key: { workbook_id, column_id } }) =>
    workbook_id === null ? [] : [{ workbook_id, column_id }],
  )
}

/** Whether workbooks would look each other up in a circle with this column; others who save such wait for this transaction. */
export async function closesCircle(tx: WorkspaceTx, workbookId: string, column: ColumnConfig): Promise<boolean> {
  const sources = column.type === 'lookup' ? [column.workbook_id] : rangesOf(column).map((range) => range.workbook_id)
  for (const source of new Set(sources)) if ((await circleOf(tx, workbookId, source)) !== null) return true
  return false
}

function inCircle(loc: (string | number)[], circle: string, input: unknown): FieldError {
  return { loc, type: 'reference_cycle', msg: `Workbooks would look each other up in a circle: ${circle}`, input }
}

/** The names of the workbooks on a way from the other one back to this one; null when there is none. */
async function circleOf(tx: WorkspaceTx, workbookId: string, sourceId: string): Promise<string | null> {
  // As with outputs: of columns saved at once, each of which would be fine alone, the last sees the others.
  await hold(tx, `links ${tx.workspace_id}`)
  const { rows } = await tx.client.query<{ path: string[] }>(
    `with recursive reached(id, path) as (
       select $3::uuid, array[$3::uuid]
       union all
       select l.source_id, r.path || l.source_id from reached r join workbook_links l
         on l.workspace_id = $1 and l.workbook_id = r.id where not l.source_id = any(r.path) and cardinality(r.path) < 50)
     select path from reached where id = $2 limit 1`,
    [tx.workspace_id, workbookId, sourceId],
  )
  const path = rows[0]?.path
  return path ? namedPath(tx, [workbookId, ...path]) : null
}

async function namedPath(tx: WorkspaceTx, path: readonly string[]): Promise<string> {
  const named = await tx.client.query<{ id: string; name: string }>(
    'select id, name from workbooks where workspace_id = $1 and id = any($2::uuid[])',
    [tx.workspace_id, path],
  )
  const names = new Map(named.rows.map(({ id, name }) => [id, name]))
  return path.map((id) => `"${names.get(id) ?? id}"`).join(' -> ')
}
