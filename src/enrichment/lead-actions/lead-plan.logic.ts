// What an action does to one lead: which of its waterfalls are due, and what their answers come to as values of the lead.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { type CellPlanSpec, type PlanDefaults, planSpec } from '../../engine/columns/columns.ts'
import { VERIFIED_FROM } from '../../engine/waterfall/certainty.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readField } from '../../records/lead-facts/lead-field.logic.ts'
import type { CellWrite } from '../../records/store/cell.logic.ts'
import { ageOf, freshnessOf, isBlank } from './freshness.logic.ts'
import { providerOf, type ValueClaim } from './fusion.logic.ts'
import { type LeadActionName, type LeadWaterfall, outputsOf } from './lead-action.logic.ts'
import { INPUT_COLUMNS } from './lead-row.logic.ts'

export const FILL_MODES = ['missing', 'stale', 'all'] as const
/** `missing`: blank and stale values; `stale`: stale values alone; `all`: whatever the lead has. */
export type FillMode = (typeof FILL_MODES)[number]

export interface PlannedWaterfall {
  waterfall: LeadWaterfall
  spec: CellPlanSpec
}

/** The id under which attempts of a waterfall are kept, as of a column. */
export const columnIdOf = (action: LeadActionName, { id }: Pick<LeadWaterfall, 'id'>) => `${action}.${id}`

export function columnOf(action: LeadActionName, waterfall: LeadWaterfall): ColumnConfig {
  const { into: _, id, ...config } = waterfall
  const fields = config.mode === 'merge' ? { fields: config.fields ?? outputsOf(waterfall) } : {}
  return { ...config, ...fields, id: columnIdOf(action, { id }), type: 'waterfall' }
}

export function planWaterfalls(
  action: LeadActionName,
  waterfalls: readonly LeadWaterfall[],
  defaults: PlanDefaults,
): PlannedWaterfall[] {
  return waterfalls.flatMap((waterfall) => {
    const column = columnOf(action, waterfall)
    const spec = planSpec(column, [...INPUT_COLUMNS, column], defaults)
    return spec ? [{ waterfall, spec }] : []
  })
}

/** The sources that may meet when the waterfalls fill a lead, by field: their providers, and those of its values. */
export function sourcesThatMeet(
  planned: readonly PlannedWaterfall[],
  { provenance }: Pick<LeadValues, 'provenance'>,
): { provider: string; field: string }[] {
  return planned.flatMap(({ waterfall: { into }, spec: { steps } }) =>
    [...Object.keys(into), ...('email' in into ? ['email_status'] : [])].flatMap((field) => {
      const own = providerOf(provenance[field])
      const providers = new Set([...steps.map(({ provider }) => provider), ...(own === undefined ? [] : [own])])
      return [...providers].map((provider) => ({ provider, field }))
    }),
  )
}

interface LeadValues {
  data: JsonObject
  provenance: Readonly<Record<string, JsonObject>>
}

interface DueTerms {
  mode: FillMode
  /** Fields that this action filled just now. */
  done: ReadonlySet<string>
  now: number
  /** The other leads of the same company or person, by a merge: what one of them has up to date is not paid for again. */
  fellows: readonly (LeadValues & { id: number })[]
}

/** `due` when the waterfall has something to do for a lead; otherwise the merged lead that has the values, or null. */
export type Due = { due: true } | { due: false; known_by: number | null }

export function dueOf(
  { into, max_age_days }: LeadWaterfall,
  lead: LeadValues,
  { mode, done, now, fellows }: DueTerms,
): Due {
  const left = Object.keys(into).filter((field) => !done.has(field))
  if (mode === 'all') return left.length > 0 ? { due: true } : { due: false, known_by: null }
  const isOld = ({ provenance }: LeadValues, field: string) => {
    const freshness = freshnessOf(field, ageOf(provenance[field], now), max_age_days)
    return freshness === 'stale' || freshness === 'expired'
  }
  const open = left.filter((field) => (isBlank(lead.data[field]) ? mode === 'missing' : isOld(lead, field)))
  const has = (fellow: LeadValues, field: string) => !isBlank(fellow.data[field]) && !isOld(fellow, field)
  if (open.some((field) => !fellows.some((fellow) => has(fellow, field)))) return { due: true }
  const [first] = open
  return {
    due: false,
    known_by: first === undefined ? null : (fellows.find((fellow) => has(fellow, first))?.id ?? null),
  }
}

/** The values that an answer brings, by lead field. Text that does not fit its field is left out. */
export function claimsOf(
  { into, output, mode }: LeadWaterfall,
  { accept }: CellPlanSpec,
  write: CellWrite,
): Map<string, ValueClaim> {
  const claims = new Map<string, ValueClaim>()
  if (isBlank(write.value)) return claims
  const parts = mode === 'merge' && isObject(write.value) ? write.value : { [output]: write.value as Json }
  const whole = (write.provenance ?? {}) as JsonObject
  const byField = isObject(whole.fields) ? whole.fields : {}
  for (const [field, name] of Object.entries(into)) {
    const value = readField(field, parts[name] ?? null)
    if (value === null) continue
    claims.set(field, { value, provenance: provenanceOf(whole, byField[name], accept.kind === 'verified') })
  }
  if (claims.has('email') && !('email_status' in into) && accept.kind === 'verified' && write.status === 'complete')
    claims.set('email_status', { value: 'valid', provenance: claims.get('email')?.provenance })
  return claims
}

/** The provenance of one field of a merge or a whole answer: its provider and confidence, and its page where that is known. */
function provenanceOf(whole: JsonObject, part: Json | undefined, verified: boolean): JsonObject {
  const { fields: _, others: __, ...rest } = whole
  const own: JsonObject = isObject(part)
    ? {
        provider: part.provider ?? null,
        confidence: part.confidence ?? null,
        ...(part.source_url && { source_url: part.source_url }),
        ...(part.quote && { quote: part.quote }),
      }
    : {}
  const merged = { ...rest, ...own }
  return verified && typeof merged.confidence === 'number'
    ? { ...merged, confidence: Math.max(merged.confidence, VERIFIED_FROM) }
    : merged
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
