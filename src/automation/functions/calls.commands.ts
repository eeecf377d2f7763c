// Calling a function: its items become rows of the version's workbook, and a run over exactly those rows answers them.
import { isAsked } from '../../engine/columns/columns.ts'
import { nameKey } from '../../engine/values/template.ts'
import type { Runs } from '../../enrichment/runs/run.commands.ts'
import { startRunIn } from '../../enrichment/runs/start-run.commands.ts'
import { type FieldError, Refusal, refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { isEmpty, type Json } from '../../kernel/json.ts'
import { nearest } from '../../kernel/nearest.ts'
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
  const { rows, rejects } = readItems(items, chain.inputs)
  const { outcomes } = await createRows(tx, chain.workbook_id, { rows, label: `Call of ${fn.name}`.slice(0, 100) })
  const row_ids = outcomes.map(({ row_id }) => row_id)
  const asks = (await readColumns(tx, chain.workbook_id)).some(isAsked)
  const request = { mode: 'missing' as const, row_ids, ...(max_usd !== undefined && { max_usd }) }
  const run = asks ? await startRunIn(runs, tx, chain.workbook_id, request) : null
  const id = newId()
  await tx.client.query(
    `insert into function_calls
        (workspace_id, id, function_id, version, workbook_id, run_id, row_ids, max_usd, created_by, actor_name, rejects)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.workspace_id,
      id,
      fn.id,
      chain.version,
      chain.workbook_id,
      run?.run_id ?? null,
      JSON.stringify(row_ids),
      max_usd ?? null,
      tx.actor?.user_id ?? null,
      tx.actor?.name ?? null,
      JSON.stringify(rejects),
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

/** Why items were not asked for, by their place in the request. */
export type RejectedItems = Record<number, string>

/**
 * The items that can be asked for, and why the others cannot. A name that the function does not have is a mistake of the whole request.
 * @throws Refusal `invalid` with every such name, and when no item can be asked for
 */
function readItems(
  items: FunctionCallRequest['items'],
  inputs: readonly FunctionInput[],
): { rows: { data: Record<string, Json> }[]; rejects: RejectedItems } {
  const unknown: FieldError[] = []
  const wrong: FieldError[] = []
  const rejects: RejectedItems = {}
  const rows = items.flatMap((item, at) => {
    const data: Record<string, Json> = {}
    const faults: FieldError[] = []
    const loc = (name: string) => ['body', 'items', at, name]
    for (const [name, value] of Object.entries(item)) {
      const input = inputs.find((one) => nameKey(one.name) === nameKey(name))
      if (!input) {
        const meant = nearest(
          name,
          inputs.map((one) => one.name),
        )
        const msg = `The function has no such input${meant === undefined ? '' : `; did you mean "${meant}"?`}`
        unknown.push({ loc: loc(name), type: 'extra_forbidden', msg, input: value })
      } else if (!fits(input, value as Json))
        faults.push({ loc: loc(name), type: `${input.input_type}_type`, msg: `A ${input.input_type} is one value` })
      else data[input.name] = value as Json
    }
    for (const { name, required } of inputs)
      if (required && isEmpty(data[name]) && !faults.some(({ loc: place }) => place.at(-1) === name))
        faults.push({ loc: loc(name), type: 'missing', msg: 'Field required' })
    if (faults.length === 0) return [{ data }]
    wrong.push(...faults)
    rejects[at] = faults.map((fault) => `${String(fault.loc.at(-1))}: ${fault.msg}`).join('; ')
    return []
  })
  const fields = [...unknown, ...(rows.length === 0 || unknown.length > 0 ? wrong : [])]
  if (fields.length > 0) throw new Refusal('invalid', fields[0]?.msg ?? '', { fields: fields.slice(0, MOST_FAULTS) })
  return rows.length > 0
    ? { rows, rejects }
    : refuse('invalid', 'The call has no items. Send at least one object in `items`.')
}

/** Whether a value can stand in the cell of an input: objects and lists only where those are kept. */
function fits({ input_type }: FunctionInput, value: Json): boolean {
  if (typeof value !== 'object' || value === null || input_type === 'json') return true
  return Array.isArray(value) && input_type === 'multi_select'
}
