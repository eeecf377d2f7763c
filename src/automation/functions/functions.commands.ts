// What people do with functions: make one, give it a new version, rename it, delete it.

import type { Viewer } from '../../identity/sharing.logic.ts'
import { Refusal, refuse, refuseField } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { createFromDefinition } from '../../records/definition/create.commands.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import type { EndWork } from '../../records/workbooks/workbooks.commands.ts'
import { deleteWorkbook } from '../../records/workbooks/workbooks.commands.ts'
import { type Chain, chainOf, definitionOf, mustFit } from './chain.logic.ts'
import { functionFollow } from './follow.jobs.ts'
import { mustFindFunction, readFunction, readUses } from './functions.reads.ts'
import type { ChainColumn, FunctionCreate, FunctionDetail, FunctionUpdate, VersionCreate } from './functions.schema.ts'

const MOST_FUNCTIONS = 1_000
const MOST_VERSIONS = 200

export async function createFunction(
  tx: WorkspaceTx,
  viewer: Viewer,
  { name, description, ...source }: FunctionCreate,
): Promise<FunctionDetail> {
  const chain = await chainFrom(tx, source)
  const { rows } = await tx.client.query<{ n: number }>(
    'select count(*)::int as n from functions where workspace_id = $1',
    [tx.workspace_id],
  )
  if (oneRow(rows).n >= MOST_FUNCTIONS) refuse('conflict', `A workspace has at most ${MOST_FUNCTIONS} functions`)
  const id = newId()
  await tx.client.query(
    'insert into functions (workspace_id, id, name, description, version, created_by) values ($1, $2, $3, $4, 1, $5)',
    [tx.workspace_id, id, shown(name), description, viewer.principal.user_id],
  )
  await insertVersion(tx, viewer, { id, name, version: 1 }, chain, '')
  await audit(tx, { act: 'function.created', object: { type: 'function', id, name } })
  return readFunction(tx, id)
}

/** A new version. Uses that follow get it in the background, each on its own. */
export async function addVersion(
  tx: WorkspaceTx,
  viewer: Viewer,
  functionId: string,
  { note, ...source }: VersionCreate,
): Promise<FunctionDetail> {
  const { id, name } = await mustFindFunction(tx, functionId)
  const chain = await chainFrom(tx, source)
  const { rows } = await tx.client.query<{ version: number }>(
    'update functions set version = version + 1, updated_at = now() where workspace_id = $1 and id = $2 returning version',
    [tx.workspace_id, id],
  )
  const version = rows[0]?.version ?? 1
  if (version > MOST_VERSIONS) refuse('conflict', `A function has at most ${MOST_VERSIONS} versions`)
  await insertVersion(tx, viewer, { id, name, version }, chain, note)
  await audit(tx, { act: 'function.version_added', object: { type: 'function', id, name }, after: { version } })
  for (const use of (await readUses(tx, id)).filter(({ follows }) => follows))
    await enqueue(tx, functionFollow, { function_id: id, use_id: use.id }, { key: use.id })
  return readFunction(tx, id)
}

async function chainFrom(
  tx: WorkspaceTx,
  { from, inputs, columns, outputs }: Omit<VersionCreate, 'note'>,
): Promise<Chain> {
  if (from) {
    if (inputs || columns || outputs)
      refuseField(['from'], 'value_error', 'Send either columns of a workbook or inputs, columns and outputs', from)
    const workbook = await mustFindWorkbook(tx, from.workbook_id)
    return chainOf(await readColumns(tx, workbook), from.column_ids)
  }
  for (const [member, value] of Object.entries({ inputs, columns, outputs }))
    if (value === undefined) refuseField([member], 'missing', 'Field required')
  return { inputs: inputs ?? [], columns: (columns ?? []) as ChainColumn[], outputs: outputs ?? [] }
}

/** Makes the workbook in which the version runs; what could not be saved there is no version. */
async function insertVersion(
  tx: WorkspaceTx,
  viewer: Viewer,
  { id, name, version }: { id: string; name: string; version: number },
  chain: Chain,
  note: string,
): Promise<void> {
  mustFit(chain)
  const title = `Function: ${name}`.slice(0, 190)
  const workbook = await createFromDefinition(tx, viewer, {
    name: `${title} v${version}`,
    description: `Calls of version ${version}, an item a row.`,
    source_type: 'function',
    definition: definitionOf(chain),
  }).catch((error: unknown) => {
    throw error instanceof Refusal ? inChain(error, chain.inputs.length) : error
  })
  await tx.client.query(
    `insert into function_versions (workspace_id, function_id, version, inputs, outputs, columns, note, workbook_id, created_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.workspace_id,
      id,
      version,
      JSON.stringify(chain.inputs),
      JSON.stringify(chain.outputs),
      JSON.stringify(chain.columns),
      note,
      workbook.id,
      viewer.principal.user_id,
    ],
  )
}

/** Faults of the definition, at the places that the request has them. */
function inChain(error: Refusal, inputs: number): Refusal {
  const fields = error.fields?.map((field) => {
    const [body = 'body', definition, columns, index, ...rest] = field.loc
    if (definition !== 'definition' || columns !== 'columns' || typeof index !== 'number') return field
    return {
      ...field,
      loc: index < inputs ? [body, 'inputs', index, ...rest] : [body, 'columns', index - inputs, ...rest],
    }
  })
  return new Refusal(error.code, error.message, fields ? { fields } : {})
}

export async function updateFunction(
  tx: WorkspaceTx,
  functionId: string,
  { name, description }: FunctionUpdate,
): Promise<FunctionDetail> {
  const { id } = await mustFindFunction(tx, functionId)
  await tx.client.query(
    `update functions set name = coalesce($3, name), description = coalesce($4, description), updated_at = now()
      where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id, name === undefined ? null : shown(name), description ?? null],
  )
  await audit(tx, { act: 'function.changed', object: { type: 'function', id, ...(name && { name }) } })
  return readFunction(tx, id)
}

/** Goes with its versions and calls. Columns in workbooks that it made stay, as columns of their own. */
export async function deleteFunction(tx: WorkspaceTx, functionId: string, endWork: EndWork): Promise<void> {
  const { id, name } = await mustFindFunction(tx, functionId)
  const { rows } = await tx.client.query<{ workbook_id: string }>(
    'select workbook_id from function_versions where workspace_id = $1 and function_id = $2 and workbook_id is not null',
    [tx.workspace_id, id],
  )
  await tx.client.query('delete from functions where workspace_id = $1 and id = $2', [tx.workspace_id, id])
  for (const { workbook_id } of rows) await deleteWorkbook(tx, workbook_id, endWork)
  await audit(tx, { act: 'function.deleted', object: { type: 'function', id, name } })
}

function shown(name: string): string {
  return name.trim() || refuseField(['name'], 'string_too_short', 'String should have at least 1 character', name)
}
