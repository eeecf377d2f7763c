// The waterfalls of lead actions as their form holds them: those of columns, with the fields of the lead that answers go into.
import type { Column, Schemas } from '../../api/shapes.ts'
import type { Provider } from '../columns/workbook.shapes.ts'
import type { LeadField } from '../leads/leads.logic.ts'
import { problemOfDraft, readWaterfall, writeWaterfall } from '../workbook/column/column-draft.logic.ts'
import type { WaterfallDraft } from '../workbook/waterfall/waterfall-draft.ts'

export interface LeadWaterfallDraft {
  id: string
  form: WaterfallDraft
  /** Field of the lead and output of the answer, in the order in which they are shown. */
  into: [field: string, output: string][]
}

export function readLeadWaterfall(waterfall: Schemas['LeadWaterfall']): LeadWaterfallDraft {
  const { id, into } = waterfall
  return {
    id,
    form: readWaterfall({ ...waterfall, type: 'waterfall' } as unknown as Column),
    into: Object.entries(into),
  }
}

export function writeLeadWaterfall({ id, form, into }: LeadWaterfallDraft) {
  const { type: _, fields: __, ...written } = writeWaterfall(form, false) as Record<string, unknown>
  const outputs = [...new Set(into.map(([, output]) => output))]
  return {
    ...(written as unknown as Omit<Schemas['LeadWaterfall'], 'id' | 'into'>),
    ...(form.how.mode === 'merge' && { fields: outputs }),
    id,
    into: Object.fromEntries(into),
  }
}

/** Why it cannot be saved yet, in words; null when it can. */
export function problemOfLeadWaterfall(
  { form, into }: LeadWaterfallDraft,
  providers: readonly Provider[],
): string | null {
  if (into.length === 0) return 'Choose at least one field of the lead that answers go into.'
  if (new Set(into.map(([field]) => field)).size < into.length) return 'Two answers go into one field of the lead.'
  const how = { ...form.how, fields: into.map(([, output]) => output) }
  return problemOfDraft({ ...form, how }, providers)
}

/** A mode that takes one answer has one field for it. */
export function withForm(draft: LeadWaterfallDraft, form: WaterfallDraft): LeadWaterfallDraft {
  if (form.how.mode === 'merge') return { ...draft, form }
  return { ...draft, form, into: draft.into.filter(([, output]) => output === form.output).slice(0, 30) }
}

/** What steps can refer to: the fields of a lead, and what is made of them. */
export function inputColumns(fields: readonly LeadField[]): Column[] {
  const made = (id: string, name: string, type = 'text') => ({ id, name, type: 'input', input_type: type }) as Column
  return [
    ...fields.map(({ name, label, type }) => made(name, label, type)),
    made('site', 'Site', 'url'),
    made('first_name', 'First name'),
    made('last_name', 'Last name'),
  ]
}

/** Fields that a lookup may not fill: what the lead is, where it stands, and what belongs to people. */
const PEOPLES = new Set(['kind', 'status', 'score', 'score_tier', 'notes', 'tags', 'source', 'external_id', 'custom'])
export const fillable = (fields: readonly LeadField[]) => fields.filter(({ name }) => !PEOPLES.has(name))

/** Further providers for the waterfall: they give one of the outputs, and are not in it yet. */
export function addable({ form, into }: LeadWaterfallDraft, providers: readonly Provider[]): Provider[] {
  const wanted = new Set([form.output, ...into.map(([, output]) => output)])
  return providers.filter(
    (one) =>
      one.outputs.some(({ field }) => wanted.has(field)) && !form.steps.some(({ provider }) => provider === one.id),
  )
}
