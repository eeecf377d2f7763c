// Actions on our own data: run columns, add to a workbook, change a lead.
import { type Static, Type } from 'typebox'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import type { RunRequest } from '../../enrichment/runs/run.schema.ts'
import { prepareRun } from '../../enrichment/runs/run.scope.ts'
import { startRunIn } from '../../enrichment/runs/start-run.commands.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { isEmpty, type Json, type JsonObject } from '../../kernel/json.ts'
import { microFromUsd, usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadLead } from '../../records/lead-facts/lead.reads.ts'
import { FIELD, LEAD_STATUSES, type LeadStatus } from '../../records/lead-facts/lead-field.logic.ts'
import { saveLead, setLeadStatus, updateLead } from '../../records/leads/lead.commands.ts'
import { createRows } from '../../records/rows/new-rows.commands.ts'
import { columnByKey } from '../../records/store/rows.logic.ts'
import { mustFindWorkbook, mustReadWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import { type ActionContext, defineAction, objectId, quoted } from './action.ts'

const Template = (description: string) => Type.String({ maxLength: 5_000, description })
const Values = (description: string) =>
  Type.Record(Type.String({ minLength: 1, maxLength: 200 }), Type.String({ maxLength: 20_000 }), { description })

const WorkbookId = Type.String({ minLength: 1, maxLength: 100 })

async function mustKnowWorkbook(tx: WorkspaceTx, id: string, loc: (string | number)[]): Promise<string> {
  return mustFindWorkbook(tx, id).catch(() =>
    refuseField([...loc, 'workbook_id'], 'value_error', 'Value error, there is no such workbook', id),
  )
}

const RunColumns = Type.Object({
  workbook_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Absent: the workbook that the event is about.' }),
  ),
  column_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: 500,
      description: 'Absent: all enriched ones.',
    }),
  ),
  rows: Type.String({
    enum: ['this', 'all'],
    default: 'this',
    description: '`this`: the row that the event is about. `all`: every row, or those of `view_id` or `filter`.',
  }),
  view_id: Type.Optional(Type.String({ maxLength: 100 })),
  filter: Type.Optional(FilterSchema),
  mode: Type.String({ enum: ['missing', 'failed', 'stale', 'all'], default: 'missing' }),
  max_usd: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000, description: 'The most this run may cost.' })),
  wait: Type.Boolean({ default: true, description: 'Whether later actions wait for the end of the run.' }),
})
type RunColumns = Static<typeof RunColumns>

/** The request for the run, within the limits of the rule. @throws Refusal when there is nothing to run on */
function runRequest(input: RunColumns, acting: ActionContext): { workbook: string; request: RunRequest } {
  const { workbook: facts } = acting.facts
  const own = facts !== null && typeof facts === 'object' && !Array.isArray(facts) ? facts.id : undefined
  const workbook = input.workbook_id ?? (typeof own === 'string' ? own : undefined)
  if (workbook === undefined) return refuse('conflict', 'The event is about no workbook. Name one in the action.')
  const row = objectId(acting, 'row')
  if (input.rows === 'this' && (row === null || (input.workbook_id !== undefined && input.workbook_id !== own)))
    return refuse('conflict', 'The event is about no row of this workbook. Choose all rows, a view or a filter.')
  const most = Math.min(microFromUsd(input.max_usd ?? Number.MAX_SAFE_INTEGER / 1e6), acting.left_micro)
  return {
    workbook,
    request: {
      mode: input.mode as RunRequest['mode'],
      max_usd: usdFromMicro(Math.max(0, most)),
      ...(input.column_ids && { column_ids: input.column_ids }),
      ...(input.rows === 'this' && row !== null
        ? { row_ids: [row] }
        : { limit: Math.min(acting.limits.max_rows, 10_000) }),
      ...(input.rows === 'all' && input.view_id !== undefined && { view_id: input.view_id }),
      ...(input.rows === 'all' && input.filter && { filter: input.filter }),
    },
  }
}

export const runColumns = defineAction({
  kind: 'run_columns',
  label: 'Run columns',
  description: 'Fills enriched columns, within what the rule may spend.',
  settings: RunColumns,
  words: (_, name) => `run columns${quoted(' of', name('workbook_id'))}`,
  plain: ['workbook_id', 'column_ids', 'rows', 'view_id', 'filter', 'mode'],
  async check(tx, { workbook_id, column_ids, rows }, loc, trigger) {
    const own = typeof trigger.workbook_id === 'string' ? trigger.workbook_id : undefined
    if (rows === 'this' && !String(trigger.kind).startsWith('row.'))
      refuseField([...loc, 'rows'], 'value_error', 'Value error, only events about rows have a row; choose all rows')
    const wanted = workbook_id ?? own
    if (wanted === undefined) return
    const id = await mustKnowWorkbook(tx, wanted, loc)
    const known = new Set((await readColumns(tx, id)).map((column) => column.id))
    for (const [index, column] of (column_ids ?? []).entries())
      if (!known.has(column))
        refuseField([...loc, 'column_ids', index], 'value_error', 'Value error, there is no such column', column)
  },
  async preview(tx, input, acting) {
    const { workbook, request } = runRequest(input, acting)
    const { estimate, rows, estimated } = await prepareRun(acting.parts, tx, workbook, request)
    const { name } = await mustReadWorkbook(tx, workbook)
    const columns = estimated.specs.length
    const what = `${columns} ${columns === 1 ? 'column' : 'columns'} on ${rows} ${rows === 1 ? 'row' : 'rows'}`
    const text = `Would run ${what} of "${name}", ${estimate.to_run} lookups`
    return { text, estimate_usd: estimate.expected_usd }
  },
  async act(tx, input, acting) {
    const { workbook, request } = runRequest(input, acting)
    const { run_id, status, rows, cells, estimate } = await startRunIn(acting.parts, tx, workbook, request)
    await tx.client.query(
      'insert into automation_causes (workspace_id, id, run_id, depth) values ($1, $2, $3, $4) on conflict do nothing',
      [tx.workspace_id, run_id, acting.run_id, acting.depth],
    )
    const output = { run_id, workbook_id: workbook, rows, cells, expected_usd: estimate.expected_usd }
    if (status === 'done') return { output: { ...output, status } }
    // What it can cost at most counts against the day until what it did cost is known.
    const reserved_micro = Math.min(microFromUsd(estimate.high_usd), microFromUsd(request.max_usd ?? 0))
    if (!input.wait) return { output: { ...output, status }, cost_micro: reserved_micro }
    return { output, awaits: { run_id, reserved_micro } }
  },
})

const AddToWorkbook = Type.Object({
  workbook_id: WorkbookId,
  values: Values('What is written, by name or id of column. Those without a value are left out.'),
  dedupe: Type.String({
    enum: ['create', 'skip', 'update'],
    default: 'update',
    description: 'What happens to a row that the workbook knows by its identity; `create` adds another.',
  }),
})

const withoutBlanks = (values: Record<string, Json>): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))

export const addToWorkbook = defineAction({
  kind: 'add_to_workbook',
  label: 'Add to a workbook',
  description: 'Adds a row to a workbook, or updates the one that its identity knows.',
  settings: AddToWorkbook,
  words: (_, name) => `add to${quoted('', name('workbook_id')) || ' a workbook'}`,
  plain: ['workbook_id', 'dedupe'],
  async check(tx, { workbook_id, values }, loc) {
    const find = columnByKey(await readColumns(tx, await mustKnowWorkbook(tx, workbook_id, loc)))
    for (const key of Object.keys(values))
      if (!find(key))
        refuseField([...loc, 'values', key], 'value_error', `Value error, there is no column "${key}"`, key)
  },
  async preview(tx, { workbook_id, values }) {
    const { name } = await mustReadWorkbook(tx, workbook_id)
    const kept = withoutBlanks(values)
    if (Object.keys(kept).length === 0) return { text: 'Would add nothing', problem: 'No value of the row is filled' }
    return {
      text: `Would write ${Object.entries(kept)
        .map(([key, value]) => `${key}: ${String(value)}`)
        .join(', ')
        .slice(0, 300)} to "${name}"`,
    }
  },
  async act(tx, input) {
    const [output] = await addRows(tx, await openTarget(tx, input.workbook_id), [input])
    return { output: output ?? null }
  },
  async actTogether(tx, inputs) {
    const [first] = inputs
    if (!first) return []
    const target = await openTarget(tx, first.workbook_id)
    // Each row has to name the run that led to it.
    return target.isWatched ? null : addRows(tx, target, inputs)
  },
})

interface Target {
  id: string
  hasIdentity: boolean
  isWatched: boolean
}

async function openTarget(tx: WorkspaceTx, workbookId: string): Promise<Target> {
  const id = await mustFindWorkbook(tx, workbookId)
  const { rows } = await tx.client.query<Omit<Target, 'id'>>(
    `select identity is not null as "hasIdentity", coalesce((follow ->> 'rules')::boolean, false) as "isWatched"
      from workbooks where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id],
  )
  return { id, hasIdentity: rows[0]?.hasIdentity ?? false, isWatched: rows[0]?.isWatched ?? false }
}

/** Adds or updates a row for each input, through the writer of rows. Inputs without values add nothing. */
async function addRows(
  tx: WorkspaceTx,
  target: Target,
  inputs: readonly Static<typeof AddToWorkbook>[],
): Promise<Json[]> {
  const rows = inputs.map(({ values }) => ({ data: withoutBlanks(values) }))
  const filled = rows.filter(({ data }) => Object.keys(data).length > 0)
  const dedupe = target.hasIdentity ? inputs[0]?.dedupe : 'create'
  const written = filled.length > 0 ? await createRows(tx, target.id, { rows: filled, dedupe } as never) : null
  const outcomes = [...(written?.outcomes ?? [])]
  return rows.map(({ data }) => {
    if (Object.keys(data).length === 0) return { outcome: 'nothing', row_id: null }
    const { outcome, row_id } = outcomes.shift() ?? { outcome: 'created', row_id: null }
    return { outcome, row_id }
  })
}

const UpdateLead = Type.Object({
  lead_id: Type.Optional(
    Template('The lead. Absent: the one that the event is about; without one, the lead that the values identify.'),
  ),
  values: Type.Optional(Values('Fields of the lead. Those without a value stay.')),
  status: Type.Optional(Type.String({ enum: [...LEAD_STATUSES] })),
  note: Type.Optional(Template('Kept in the timeline.')),
})

function leadIdOf({ lead_id }: Static<typeof UpdateLead>, acting: ActionContext): number | null {
  const given = isEmpty(lead_id) ? (objectId(acting, 'lead') ?? acting.facts.$lead_id ?? null) : (lead_id as Json)
  const id = Number(given)
  return given !== null && Number.isSafeInteger(id) && id > 0 ? id : null
}

export const updateLeadAction = defineAction({
  kind: 'update_lead',
  label: 'Update the lead',
  description: 'Changes fields or the status of a lead, or creates the lead.',
  settings: UpdateLead,
  plain: ['status'],
  async check(_, { values = {}, status, note }, loc) {
    for (const field of Object.keys(values))
      if (!FIELD.has(field))
        refuseField([...loc, 'values', field], 'value_error', `Value error, a lead has no field "${field}"`, field)
    if (Object.keys(values).length === 0 && status === undefined && note === undefined)
      refuseField([...loc, 'values'], 'missing', 'Say what is to change')
  },
  async preview(tx, input, acting) {
    const id = leadIdOf(input, acting)
    const changes = Object.entries(withoutBlanks(input.values ?? {})).map(
      ([field, value]) => `${field}: ${String(value)}`,
    )
    if (input.status) changes.push(`status: ${input.status}`)
    if (id === null && changes.length === 0) return { text: 'Would change nothing', problem: 'No lead and no values' }
    const who =
      id === null
        ? 'Would save a lead with'
        : `Would set on "${String((await mustReadLead(tx, id)).data.company ?? `lead ${id}`)}"`
    return { text: `${who} ${changes.join(', ') || 'a note'}` }
  },
  async act(tx, input, acting) {
    const values = withoutBlanks(input.values ?? {})
    let id = leadIdOf(input, acting)
    let outcome = 'unchanged'
    if (id === null) {
      const saved = await saveLead(tx, { existing: 'overwrite', ...values }, acting.now)
      id = Number(saved.lead.id)
      outcome = saved.outcome
    } else if (Object.keys(values).length > 0) {
      await updateLead(tx, id, values, acting.now)
      outcome = 'updated'
    }
    const note = isEmpty(input.note) ? undefined : String(input.note)
    if (input.status !== undefined || note !== undefined) {
      const { status } = input
      const now = (await mustReadLead(tx, id)).data.status
      await setLeadStatus(
        tx,
        id,
        { status: (status ?? now) as LeadStatus, ...(note !== undefined && { note }) },
        acting.now,
      )
      outcome = 'updated'
    }
    return { output: { lead_id: id, outcome } }
  },
})
