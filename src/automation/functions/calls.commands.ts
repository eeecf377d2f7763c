// Calling a function: its items become rows of the version's workbook, and a run over exactly those rows answers them.
import { isAsked } from '../../engine/columns.ts'
import { nameKey } from '../../engine/template.ts'
import type { Runs } from '../../enrichment/runs/run.commands.ts'
import { startRunIn } from '../../enrichment/runs/start-run.commands.ts'
import { type FieldError, Refusal, refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { isEmpty, type Json } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { createRows } from '../../records/rows/new-rows.commands.ts'
import { readColumns } from '../../records/store/workbooks.reads.ts'
import { mustFindFunction, mustReadVersion } from './functions.reads.ts'
import type { FunctionCallRequest, FunctionInput } from './functions.schema.ts'

export interface StartedCall {
  id: string
  /** Null when the function makes no calls. */
  run_id: string | null
  items: number
}

/** Writes the rows and starts the run, in one transaction: a call is there with its run or not at all. */
export async function startCall(
  tx: WorkspaceTx,
  runs: Runs,
  functionId: string,
  {
    items,
    version,
    max_usd,
  }: Pick<FunctionCallRequest, 'items'> & Partial<Pick<FunctionCallRequest, 'version' | 'max_usd'>>,
): Promise<StartedCall> {
  const fn = await mustFindFunction(tx, functionId)
  const chain = await mustReadVersion(tx, fn.id, version ?? fn.version)
  const rows = readItems(items, chain.inputs)
  const { outcomes } = await createRows(tx, chain.workbook_id, { rows, label: `Call of ${fn.name}`.slice(0, 100) })
  const row_ids = outcomes.map(({ row_id }) => row_id)
  const asks = (await readColumns(tx, chain.workbook_id)).some(isAsked)
  const request = { mode: 'missing' as const, row_ids, ...(max_usd !== undefined && { max_usd }) }
  const run = asks ? await startRunIn(runs, tx, chain.workbook_id, request) : null
  const id = newId()
  await tx.client.query(
    `insert into function_calls (workspace_id, id, function_id, version, workbook_id, run_id, row_ids, max_usd, created_by, actor_name)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[tx.workspace_id, id, fn.id, chain.version, chain.workbook_id, run?.run_id ?? null, JSON.stringify(row_ids)],
      ...[max_usd ?? null, tx.actor?.user_id ?? null, tx.actor?.name ?? null],
    ],
  )
  await audit(tx, {
    act: 'function.called',
    object: { type: 'function', id: fn.id, name: fn.name },
    after: { call_id: id, version: chain.version, items: items.length, max_usd: max_usd ?? null },
  })
  return { id, run_id: run?.run_id ?? null, items: items.length }
}

const MOST_FAULTS = 100

/** @throws Refusal `invalid` with every item that has a name too many or a required value too few */
function readItems(
  items: FunctionCallRequest['items'],
  inputs: readonly FunctionInput[],
): { data: Record<string, Json> }[] {
  const fields: FieldError[] = []
  const rows = items.map((item, at) => {
    const data: Record<string, Json> = {}
    for (const [name, value] of Object.entries(item)) {
      const input = inputs.find((one) => nameKey(one.name) === nameKey(name))
      if (input) data[input.name] = value as Json
      else
        fields.push({
          loc: ['body', 'items', at, name],
          type: 'extra_forbidden',
          msg: 'The function has no such input',
          input: value,
        })
    }
    for (const { name, required } of inputs)
      if (required && isEmpty(data[name]))
        fields.push({ loc: ['body', 'items', at, name], type: 'missing', msg: 'Field required' })
    return { data }
  })
  if (fields.length > 0) throw new Refusal('invalid', fields[0]?.msg ?? '', { fields: fields.slice(0, MOST_FAULTS) })
  return rows.length > 0 ? rows : refuse('invalid', 'There is no item')
}
