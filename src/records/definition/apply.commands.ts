// Plans and applies a definition: the workbook becomes as the file says, in one transaction, exactly as planned.

import { createHash } from 'node:crypto'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { isComputed } from '../../engine/columns/columns.ts'
import { nameKey } from '../../engine/values/template.ts'
import { mustAllow } from '../../identity/api-tokens/token-capabilities.logic.ts'
import type { Viewer } from '../../identity/sharing.logic.ts'
import { type FieldError, Refusal, refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { canonicalJson, type JsonObject, plainJson } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { convertValues } from '../columns/conversion.commands.ts'
import { withRanges } from '../computed/ranges.reads.ts'
import { mustLookUpWell } from '../computed/reference-check.reads.ts'
import { settleComputed } from '../computed/structure.commands.ts'
import { applySettings } from '../history/revert-settings.ts'
import { changeStructure } from '../opening/structure.lock.ts'
import { readDeclared } from '../own-providers/own-providers.reads.ts'
import { isEnriched, mustBeSound } from '../store/columns/columns.logic.ts'
import {
  insertColumns,
  orderColumns,
  readStored,
  removeColumns,
  resetCompleted,
  takeColumnNumbers,
  updateColumns,
} from '../store/columns/columns.writes.ts'
import { withFormulaFacts } from '../store/columns/computed.logic.ts'
import { type ChangeDetail, isSame, newChange, recordChange, type SettingsDetail } from '../store/recorder.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'
import { namesOf, otherWorkbooks, readPresent, type StoredDefinition } from './definition.reads.ts'
import type { DefinitionPlan } from './definition.schema.ts'
import { type OtherWorkbook, type ReadDefinition, readDefinition } from './definition-reading.logic.ts'
import { toDefinition } from './definition-shape.logic.ts'
import { type PlannedChange, planOf, sameColumn } from './plan.logic.ts'
import { settingsChangeOf } from './settings-change.logic.ts'

interface Read {
  wanted: ReadDefinition
  problems: FieldError[]
  changes: PlannedChange[]
  hash: string
}

/** What applying the definition would change. Nothing is changed. */
export async function planDefinition(tx: WorkspaceTx, workbookId: string, file: JsonObject): Promise<DefinitionPlan> {
  const present = await readPresent(tx, workbookId)
  const { changes, problems, hash } = await read(tx, present, file, await othersFor(tx, present, file))
  return {
    mode: 'plan',
    changes,
    problems: problems.map(({ loc, msg, type }) => ({ loc, msg, type })),
    hash,
    change_id: null,
  }
}

/** Finds the problems that prevent creating a workbook from the definition. Creates nothing. */
export async function problemsOfNew(tx: WorkspaceTx, file: JsonObject): Promise<FieldError[]> {
  const none = {
    name: '',
    description: '',
    columns: [],
    identity: null,
    storedIdentity: null,
    views: [],
    total_rows: 0,
  }
  const present: StoredDefinition = { id: newId(), ...none }
  return (await read(tx, present, file, await othersFor(tx, present, file))).problems
}

/** Makes the workbook as the file says. Refuses (409) when it is not as it was when the plan was made; null: no plan was. */
export async function applyDefinition(
  tx: WorkspaceTx,
  workbookId: string,
  file: JsonObject,
  viewer: Viewer,
  hash: string | null,
): Promise<DefinitionPlan> {
  const id = await mustFindWorkbook(tx, workbookId)
  await changeStructure(tx, id)
  const present = await readPresent(tx, id)
  const others = await othersFor(tx, present, file)
  const plan = await read(tx, present, file, others)
  if (hash !== null && hash !== plan.hash)
    refuse(
      'conflict',
      'The workbook or the file changed since this was planned. Nothing was changed; look at the new plan.',
    )
  if (plan.changes.some(({ kind }) => kind === 'remove')) mustAllow(viewer.principal.token, ['workbooks:delete'])
  const added = plan.wanted.columns.filter((column) => !present.columns.some((old) => old.id === column.id)).length
  const first = added > 0 ? await takeColumnNumbers(tx, id, added) : 0
  const fields: FieldError[] = []
  const wanted = readDefinition(
    file,
    partsFor(present, others, (index) => `c${first + index}`),
    fields,
  )
  wanted.columns = await withRanges(tx, id, wanted.columns, present.columns)
  const problems = hash === null ? [...fields, ...(await checkReferences(tx, present, wanted))] : plan.problems
  if (problems.length > 0) refuse('invalid', problems[0]?.msg ?? '', { fields: problems.slice(0, 100) })
  const whole = settingsChangeOf(present, wanted, viewer)
  const change_id = await applyColumns(tx, present, withFormulaFacts(wanted.columns), whole)
  if (whole) await applySettings(tx, id, whole, 'after')
  if (plan.changes.length > 0) {
    const words = plan.changes.map((change) => change.words).slice(0, 50)
    await audit(tx, { act: 'workbook.definition_applied', object: { type: 'workbook', id }, after: { changes: words } })
    await emitWorkbook(tx, 'workbook.updated', id)
  }
  return { mode: 'apply', changes: plan.changes, problems: [], hash: plan.hash, change_id }
}

async function othersFor(tx: WorkspaceTx, present: StoredDefinition, file: JsonObject): Promise<OtherWorkbook[]> {
  const names = (Array.isArray(file.columns) ? file.columns : []).flatMap((column) => {
    const name = (column as JsonObject | null)?.workbook
    return typeof name === 'string' ? [name] : []
  })
  const ids = present.columns.flatMap((column) => (column.type === 'lookup' ? [column.workbook_id] : []))
  return names.length + ids.length > 0 ? otherWorkbooks(tx, { ids, names }) : []
}

function partsFor(present: StoredDefinition, others: readonly OtherWorkbook[], newColumnId: (index: number) => string) {
  return {
    current: present.columns,
    newId: newColumnId,
    findWorkbook(name: string, preferred: string | undefined) {
      const called = others.filter((other) => other.name === name && other.id !== present.id)
      return called.find(({ id }) => id === preferred) ?? (called.length === 1 ? called[0] : undefined)
    },
  }
}

async function read(
  tx: WorkspaceTx,
  present: StoredDefinition,
  file: JsonObject,
  others: OtherWorkbook[],
): Promise<Read> {
  const problems: FieldError[] = []
  const wanted = readDefinition(
    file,
    partsFor(present, others, (index) => `new${index}`),
    problems,
  )
  wanted.columns = await withRanges(tx, present.id, wanted.columns, present.columns)
  if (problems.length === 0) problems.push(...(await checkReferences(tx, present, wanted)))
  const changes = planOf(
    { ...present, columns: withFormulaFacts(present.columns) },
    { ...wanted, columns: withFormulaFacts(wanted.columns) },
    present.total_rows,
    {
      now: toDefinition(present, namesOf(present, others)),
      wanted: toDefinition(wanted, namesOf(wanted, others)),
    },
  )
  const { views, ...rest } = present
  const now = [rest, views.map(({ stored }) => stored), file, others]
  const text = canonicalJson(plainJson(now))
  return { wanted, problems, changes, hash: createHash('sha256').update(text).digest('hex') }
}

/** Rules that all columns together have to keep, as when they are saved one by one. */
async function checkReferences(
  tx: WorkspaceTx,
  present: StoredDefinition,
  wanted: ReadDefinition,
): Promise<FieldError[]> {
  const before = withFormulaFacts(present.columns)
  const after = withFormulaFacts(wanted.columns)
  const problems: FieldError[] = []
  for (const [index, column] of after.entries()) {
    const old = before.find(({ id }) => id === column.id)
    if (old && natureOf(old) !== natureOf(column)) {
      const msg = `"${old.name}" cannot become another kind of column; give the new one another name`
      problems.push({
        loc: ['body', 'definition', 'columns', index, 'type'],
        type: 'value_error',
        msg,
        input: column.type,
      })
    }
  }
  const placeOf = (index: number) => ['definition', 'columns', index]
  const noting = async (work: () => void | Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'invalid') throw error
      problems.push(...(error.fields ?? []))
    }
  }
  const declaredOf = await readDeclared(tx)
  await noting(() => mustBeSound(before, after, placeOf, declaredOf))
  const changed = after.flatMap((column, index) => {
    const old = before.find(({ id }) => id === column.id)
    return old && sameColumn(old, column) ? [] : [{ column, loc: placeOf(index) }]
  })
  await noting(() => mustLookUpWell(tx, present.id, changed))
  for (const [index, { column_id }] of (wanted.has.identity ? (wanted.identity ?? []) : []).entries()) {
    const column = after.find(({ id }) => id === column_id)
    if (column === undefined || column.type === 'input') continue
    const msg = `"${column.name}" is computed; a duplicate key needs input columns`
    const loc = ['body', 'definition', 'identity', index, 'column']
    problems.push({ loc, type: 'computed_column', msg, input: column.name })
  }
  return problems
}

function natureOf(column: ColumnConfig): string {
  if (column.type === 'input') return 'input'
  return isComputed(column) ? 'computed' : 'asked'
}

/** Columns removed, changed, added and put in order, on record as one act with the rest; null when nothing differs. */
async function applyColumns(
  tx: WorkspaceTx,
  present: StoredDefinition,
  after: readonly ColumnConfig[],
  whole: SettingsDetail | null,
): Promise<string | null> {
  const { id } = present
  const before = present.columns
  const isThere = new Map(before.map((column) => [column.id, column]))
  const ids = after.map((column) => column.id)
  const removed = before.flatMap((column) => (ids.includes(column.id) ? [] : [column.id]))
  const added = after.filter((column) => !isThere.has(column.id))
  const changed = after.filter((column) => {
    const old = isThere.get(column.id)
    return old !== undefined && !sameColumn(old, column)
  })
  const inOrder = before.map((column) => column.id)
  const isMoved = inOrder.filter((one) => ids.includes(one)).join() !== ids.filter((one) => isThere.has(one)).join()
  if (removed.length + added.length + changed.length === 0 && !isMoved) {
    if (!whole) return null
    const change = newChange('apply_definition', {})
    await recordChange(tx, id, { ...change, detail: { whole } })
    return change.id
  }
  const changedIds = changed.map((column) => column.id)
  const was = await readStored(tx, id, changedIds)
  const kept = removed.length > 0 ? await removeColumns(tx, id, removed) : []
  // Names may change places: first they all make way.
  const renamed = changed.filter((column) => nameKey(isThere.get(column.id)?.name ?? '') !== nameKey(column.name))
  await updateColumns(
    tx,
    id,
    renamed.map((column) => ({ ...column, name: `${column.id} ${newId()}` })),
  )
  await updateColumns(tx, id, changed)
  if (added.length > 0) await insertColumns(tx, id, added)
  if (added.some(isEnriched)) await resetCompleted(tx, id)
  await orderColumns(tx, id, ids)
  const is = await readStored(tx, id, changedIds)
  const columns: NonNullable<ChangeDetail['columns']> = {
    ...(added.length > 0 && {
      added: added.map((column) => column.id),
      ...(!isMoved && { names: added.map((column) => column.name) }),
    }),
    ...(removed.length > 0 && { removed, kept }),
    changed: was.flatMap((old) => {
      const now = is.find((one) => one.id === old.id)
      return now && !isSame({ ...old }, { ...now }) ? [{ id: old.id, before: old, after: now }] : []
    }),
    order: { before: inOrder, after: ids },
  }
  const count = added.length + removed.length + changed.length
  const change = newChange('apply_definition', { columns: count })
  await recordChange(tx, id, { ...change, detail: { columns, ...(whole && { whole }) } })
  await settleComputed(tx, id, before, after)
  for (const column of changed) {
    const old = isThere.get(column.id)
    if (column.type === 'input' && old?.type === 'input' && column.input_type !== old.input_type)
      await convertValues(tx, id, column, change.id)
  }
  return change.id
}
