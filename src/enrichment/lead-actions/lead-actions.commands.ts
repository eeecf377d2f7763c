// The actions of a workspace: read with what it has changed, changed whole, and put back to what they were.

import { type FieldError, refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { FIELD } from '../../records/lead-facts/lead-field.logic.ts'
import { readDeclared } from '../../records/own-providers/own-providers.reads.ts'
import { mustBeSound } from '../../records/store/columns/columns.logic.ts'
import type { Lookups } from '../money/facts.ts'
import { readSetting, saveSetting } from '../settings/setting.commands.ts'
import { DEFAULT_ACTIONS, LEAD_ACTIONS, type LeadActionName, type LeadWaterfall } from './lead-action.logic.ts'
import type { LeadActionRecord } from './lead-action.schema.ts'
import { columnOf } from './lead-plan.logic.ts'
import { INPUT_COLUMNS } from './lead-row.logic.ts'

/** @throws Refusal `not_found` */
export function mustBeAction(name: string): LeadActionName {
  return LEAD_ACTIONS.find((action) => action === name) ?? refuse('not_found', 'There is no such action')
}

const keyOf = (action: LeadActionName) => `lead_action.${action}`

export async function readWaterfalls(tx: WorkspaceTx, action: LeadActionName): Promise<LeadWaterfall[]> {
  const { waterfalls } = await readSetting(tx, keyOf(action))
  return (waterfalls as unknown as LeadWaterfall[] | undefined) ?? DEFAULT_ACTIONS[action].waterfalls
}

export async function readAction(
  tx: WorkspaceTx,
  action: LeadActionName,
  { factsOf }: Pick<Lookups, 'factsOf'>,
): Promise<LeadActionRecord> {
  const { title, description } = DEFAULT_ACTIONS[action]
  const { waterfalls: own } = await readSetting(tx, keyOf(action))
  const waterfalls = await readWaterfalls(tx, action)
  const steps = waterfalls.flatMap((waterfall) => waterfall.steps.filter(({ enabled }) => enabled !== false))
  const ready = steps.some(({ provider }) => factsOf(provider)?.gate === null)
  return { action, title, description, is_default: own === undefined, ready, waterfalls } as LeadActionRecord
}

export async function readActions(tx: WorkspaceTx, lookups: Pick<Lookups, 'factsOf'>): Promise<LeadActionRecord[]> {
  const all: LeadActionRecord[] = []
  for (const action of LEAD_ACTIONS) all.push(await readAction(tx, action, lookups))
  return all
}

/** Counts for jobs that begin from now on. @throws Refusal `invalid` with all that is wrong */
export async function saveAction(
  tx: WorkspaceTx,
  action: LeadActionName,
  waterfalls: readonly LeadWaterfall[],
): Promise<void> {
  const problems = [...intoProblems(waterfalls), ...sameIds(waterfalls)]
  if (problems.length > 0) refuse('invalid', problems[0]?.msg ?? '', { fields: problems })
  // A waterfall may be called like a field of the lead; steps refer to the field.
  const columns = waterfalls.map((waterfall) => ({
    ...columnOf(action, waterfall),
    name: `${waterfall.name} (waterfall)`,
  }))
  const locOf = (index: number) => (index < INPUT_COLUMNS.length ? null : ['waterfalls', index - INPUT_COLUMNS.length])
  mustBeSound(INPUT_COLUMNS, [...INPUT_COLUMNS, ...columns], locOf, await readDeclared(tx))
  await saveSetting(tx, keyOf(action), await readSetting(tx, keyOf(action)), { waterfalls })
}

export async function resetAction(tx: WorkspaceTx, action: LeadActionName): Promise<void> {
  const before = await readSetting(tx, keyOf(action))
  if (before.waterfalls === undefined) return
  await saveSetting(tx, keyOf(action), before, {})
}

/** Fields that a lookup may not fill: kind and status of the lead, and fields that users maintain. */
const PEOPLES = new Set(['kind', 'status', 'score', 'score_tier', 'notes', 'tags', 'source', 'external_id', 'custom'])

function intoProblems(waterfalls: readonly LeadWaterfall[]): FieldError[] {
  return waterfalls.flatMap(({ into, output, mode }, index) =>
    Object.entries(into).flatMap(([field, from]): FieldError[] => {
      const loc = ['body', 'waterfalls', index, 'into', field]
      if (!FIELD.has(field)) return [{ loc, type: 'value_error', msg: `A lead has no field "${field}"`, input: field }]
      if (PEOPLES.has(field))
        return [{ loc, type: 'value_error', msg: `"${field}" is not filled by lookups`, input: field }]
      if (mode === 'merge' || from === output) return []
      const msg = `Only the output "${output}" is used; choose the mode merge for several`
      return [{ loc, type: 'value_error', msg, input: from }]
    }),
  )
}

function sameIds(waterfalls: readonly LeadWaterfall[]): FieldError[] {
  const seen = new Set<string>()
  return waterfalls.flatMap(({ id }, index): FieldError[] => {
    const isTaken = seen.has(id)
    seen.add(id)
    const loc = ['body', 'waterfalls', index, 'id']
    return isTaken ? [{ loc, type: 'value_error', msg: `Two waterfalls have the id "${id}"`, input: id }] : []
  })
}
