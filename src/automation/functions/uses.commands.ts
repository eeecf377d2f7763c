// Functions as columns of workbooks: apply one, move it to another version, let it go.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { nameKey } from '../../engine/values/template.ts'
import { suggestInputs } from '../../enrichment/catalog/suggest-inputs.logic.ts'
import { readMeantColumns } from '../../enrichment/catalog/suggested-inputs.reads.ts'
import type { Viewer } from '../../identity/sharing.logic.ts'
import { type Refusal, refuseField } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { applyDefinition } from '../../records/definition/apply.commands.ts'
import { readDefinitionOf } from '../../records/definition/definition.reads.ts'
import { changeStructure } from '../../records/opening/structure.lock.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import { expand } from './chain.logic.ts'
import { mustFindFunction, mustReadUse, mustReadVersion } from './functions.reads.ts'
import type { FunctionApply, FunctionUse, FunctionVersion } from './functions.schema.ts'

export async function applyFunction(
  tx: WorkspaceTx,
  viewer: Viewer,
  functionId: string,
  { workbook_id, mapping, version, follows }: FunctionApply,
): Promise<{ use: FunctionUse; change_id: string | null }> {
  const fn = await mustFindFunction(tx, functionId)
  const workbook = await mustFindWorkbook(tx, workbook_id)
  const chain = await mustReadVersion(tx, fn.id, version ?? fn.version)
  const named = mappedTo(chain, mapping, await readColumns(tx, workbook))
  const mapped = mustBeWhole(chain, await withSuggestions(tx, workbook, chain, named))
  const { ids, change_id } = await place(tx, viewer, workbook, fn.name, chain, mapped, {})
  const id = newId()
  await tx.client.query(
    `insert into function_uses (workspace_id, id, function_id, workbook_id, version, follows, mapping, columns, created_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.workspace_id,
      id,
      fn.id,
      workbook,
      chain.version,
      follows,
      JSON.stringify(mapped),
      JSON.stringify(ids),
      viewer.principal.user_id,
    ],
  )
  await audit(tx, {
    act: 'function.applied',
    object: { type: 'function', id: fn.id, name: fn.name },
    after: { workbook_id: workbook, version: chain.version, follows },
  })
  const { created_by: _, ...use } = await mustReadUse(tx, fn.id, id)
  return { use, change_id }
}

/** The column of each input, by its name in the workbook. */
function mappedTo(
  { inputs }: FunctionVersion,
  mapping: Record<string, string>,
  columns: readonly ColumnConfig[],
): Record<string, string> {
  const mapped: Record<string, string> = {}
  for (const [name, called] of Object.entries(mapping)) {
    const input = inputs.find((one) => nameKey(one.name) === nameKey(name))
    if (!input) refuseField(['mapping', name], 'extra_forbidden', `The function has no input "${name}"`, called)
    const column =
      columns.find(({ id }) => id === called) ?? columns.find((one) => nameKey(one.name) === nameKey(called))
    if (!column) refuseField(['mapping', name], 'value_error', `The workbook has no column "${called}"`, called)
    mapped[input.name] = column.name
  }
  return mapped
}

/** Inputs that were not given a column read the one that clearly stands for them, as inputs of providers do. */
async function withSuggestions(
  tx: WorkspaceTx,
  workbookId: string,
  { inputs }: FunctionVersion,
  mapped: Record<string, string>,
): Promise<Record<string, string>> {
  const open = inputs.filter(({ name }) => mapped[name] === undefined)
  if (open.length === 0) return mapped
  const asked = open.map(({ name, input_type, required }) => {
    const type = input_type === 'email' || input_type === 'phone' || input_type === 'url' ? input_type : 'text'
    return { name, label: name, type, required, help: '', aliases: [] } as const
  })
  const suggested = suggestInputs({ inputs: asked }, await readMeantColumns(tx, workbookId))
  return { ...mapped, ...Object.fromEntries(suggested.inputs.map(({ name, column }) => [name, column])) }
}

function mustBeWhole({ inputs }: FunctionVersion, mapped: Record<string, string>): Record<string, string> {
  for (const { name, required } of inputs)
    if (required && mapped[name] === undefined)
      refuseField(['mapping', name], 'missing', `"${name}" needs a column of the workbook`)
  return mapped
}

/** Puts the columns of a version into a workbook, in the place of those that are there already. */
async function place(
  tx: WorkspaceTx,
  viewer: Viewer,
  workbook: string,
  title: string,
  chain: FunctionVersion,
  mapped: Record<string, string>,
  present: Readonly<Record<string, string>>,
): Promise<{ ids: Record<string, string>; change_id: string | null }> {
  // Before it is read: a column that is added between would not be in the definition, and be removed.
  await changeStructure(tx, workbook)
  const columns = await readColumns(tx, workbook)
  const source = await readColumns(tx, chain.workbook_id)
  const nameOf = new Map(columns.map(({ id, name }) => [id, name]))
  const there = Object.entries(present).flatMap(([name, id]) => {
    const now = nameOf.get(id)
    return now === undefined ? [] : [[name, now] as const]
  })
  const kept = there.filter(([name]) => source.some((one) => one.name === name))
  const own = new Set(there.map(([, now]) => nameKey(now)))
  const taken = new Set(columns.map(({ name }) => nameKey(name)).filter((name) => !own.has(name)))
  const { columns: made, names } = expand(source, {
    title,
    outputs: chain.outputs,
    mapped,
    taken,
    known: Object.fromEntries(kept),
  })
  const file = await readDefinitionOf(tx, workbook)
  const madeBy = new Map(made.map((column) => [nameKey(column.name), column]))
  const stays = (file.columns as JsonObject[]).flatMap((column) => {
    const key = nameKey(String(column.name))
    if (!own.has(key)) return [column]
    const replaced = madeBy.get(key)
    madeBy.delete(key)
    return replaced ? [{ ...shownAs(column), ...(replaced as JsonObject) }] : []
  })
  const definition: JsonObject = {
    millrace: file.millrace ?? 1,
    columns: [...stays, ...([...madeBy.values()] as JsonObject[])] as Json,
  }
  const { change_id } = await applyDefinition(tx, workbook, definition, viewer, null)
  const after = await readColumns(tx, workbook)
  const idOf = (name: string) => after.find((one) => nameKey(one.name) === nameKey(name))?.id ?? ''
  return { ids: Object.fromEntries(Object.entries(names).map(([name, now]) => [name, idOf(now)])), change_id }
}

/** A user's arrangement of a column outlives a new version. */
function shownAs({ width, pinned }: JsonObject): JsonObject {
  return { ...(width !== undefined && { width }), ...(pinned !== undefined && { pinned }) }
}

/** Moves a use to a version. @throws Refusal when its columns do not fit the workbook any more */
export async function moveUse(
  tx: WorkspaceTx,
  viewer: Viewer,
  functionId: string,
  useId: string,
  version: number,
): Promise<string | null> {
  const fn = await mustFindFunction(tx, functionId)
  const use = await mustReadUse(tx, fn.id, useId)
  const chain = await mustReadVersion(tx, fn.id, version)
  const known = Object.fromEntries(
    Object.entries(use.mapping).filter(([name]) => chain.inputs.some((input) => input.name === name)),
  )
  const mapped = mustBeWhole(chain, mappedTo(chain, known, await readColumns(tx, use.workbook_id)))
  const { ids, change_id } = await place(tx, viewer, use.workbook_id, fn.name, chain, mapped, use.columns)
  await tx.client.query(
    `update function_uses set version = $4, mapping = $5, columns = $6, problem = null where workspace_id = $1 and function_id = $2 and id = $3`,
    [tx.workspace_id, fn.id, use.id, version, JSON.stringify(mapped), JSON.stringify(ids)],
  )
  return change_id
}

export async function updateUse(
  tx: WorkspaceTx,
  viewer: Viewer,
  functionId: string,
  useId: string,
  { follows, version }: { follows?: boolean | undefined; version?: number | undefined },
): Promise<FunctionUse> {
  const fn = await mustFindFunction(tx, functionId)
  const before = await mustReadUse(tx, fn.id, useId)
  const wanted = version ?? (follows ? fn.version : before.version)
  if (wanted !== before.version) await moveUse(tx, viewer, fn.id, before.id, wanted)
  if (follows !== undefined)
    await tx.client.query(
      'update function_uses set follows = $4 where workspace_id = $1 and function_id = $2 and id = $3',
      [tx.workspace_id, fn.id, before.id, follows],
    )
  const { created_by: _, ...use } = await mustReadUse(tx, fn.id, before.id)
  return use
}

/** The columns stay in the workbook and belong to it alone from now on. */
export async function detachUse(tx: WorkspaceTx, functionId: string, useId: string): Promise<void> {
  const fn = await mustFindFunction(tx, functionId)
  const use = await mustReadUse(tx, fn.id, useId)
  await tx.client.query('delete from function_uses where workspace_id = $1 and function_id = $2 and id = $3', [
    tx.workspace_id,
    fn.id,
    use.id,
  ])
  await audit(tx, {
    act: 'function.detached',
    object: { type: 'function', id: fn.id, name: fn.name },
    before: { workbook_id: use.workbook_id },
  })
}

/** Why a version could not be applied; shown with the function. */
export async function noteProblem(tx: WorkspaceTx, useId: string, error: Refusal): Promise<void> {
  const words = (error.fields ?? []).map(({ msg }) => msg).join('; ') || error.message
  await tx.client.query('update function_uses set problem = $3 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    useId,
    words.slice(0, 1000),
  ])
}
