// Tools for the lead store: find, read, save by identity, change, delete.
import { type Static, Type } from 'typebox'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import { DEFAULT_ACTIONS, LEAD_ACTIONS, type LeadActionName } from '../../enrichment/lead-actions/lead-action.logic.ts'
import { type LeadEstimate, MOST_LEADS } from '../../enrichment/lead-actions/lead-action.schema.ts'
import { FILL_MODES, type FillMode } from '../../enrichment/lead-actions/lead-plan.logic.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { LEAD_KINDS, LEAD_STATUSES } from '../../records/lead-facts/lead-field.logic.ts'
import { Cursor, DryRun, Free, Limit, MaxUsd, Notice, pageOf } from './parts.schema.ts'
import { defineTool, type Tool, UNTRUSTED } from './tool.ts'

const LeadId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })
const Fields = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'By field: kind (company or person), company, domain, website, email, phone, contact_person, contact_title, city, country, description, ' +
    'tags, custom and others of the lead store.',
})

const Filling = {
  lead_ids: Type.Array(LeadId, { minItems: 1, maxItems: MOST_LEADS, description: 'From search_leads.' }),
  action: Type.Unsafe<LeadActionName>({
    type: 'string',
    enum: [...LEAD_ACTIONS],
    default: 'find_emails',
    description: LEAD_ACTIONS.map((action) => `${action}: ${DEFAULT_ACTIONS[action].description}`).join(' '),
  }),
  mode: Type.Unsafe<FillMode>({
    type: 'string',
    enum: [...FILL_MODES],
    default: 'missing',
    description:
      'missing: blank and stale values; stale: stale values alone; all: whatever the lead has. A better source is never replaced by a worse one.',
  }),
}

const FillingEstimate = {
  rows: Type.Integer({ description: 'Leads.' }),
  to_run: Type.Integer({ description: 'Questions for which at least one provider is called.' }),
  already_fresh: Type.Integer(),
  missing_input: Type.Integer(),
  not_ready: Type.Integer({ description: 'Questions whose providers all lack a key or are paused.' }),
  merged: Type.Integer({ description: 'Leads left out because they are merged with another of the request.' }),
  low_usd: Type.Number(),
  expected_usd: Type.Number(),
  high_usd: Type.Number(),
  unknown_prices: Type.Array(Type.String()),
  seconds_expected: Type.Number(),
}

type LeadEstimateLike = Static<typeof LeadEstimate>
const estimated = ({ rows_in_scope, ...estimate }: LeadEstimateLike) => ({ rows: rows_in_scope, ...estimate })
const counted = (leads: number) => (leads === 1 ? '1 lead' : `${leads} leads`)

interface LeadLike extends JsonObject {
  id: number
}

/** Without what is unknown, and without where each value came from: that is what get_lead tells. */
function brief({ provenance: _, ...lead }: LeadLike): JsonObject {
  return Object.fromEntries(Object.entries(lead).filter(([, value]) => value !== null))
}

export const LEAD_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'search_leads',
    title: 'Find leads',
    description:
      'Companies and people of the lead store by search, filter, status and kind. Fields of the filter are names of lead fields.',
    capability: 'leads:read',
    kind: 'read',
    operations: ['list_leads'],
    input: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 1000 })),
      filter: Type.Optional(FilterSchema),
      status: Type.Optional(oneOf(LEAD_STATUSES)),
      kind: Type.Optional(oneOf(LEAD_KINDS)),
      limit: Limit(),
      cursor: Cursor,
    }),
    output: Type.Object({ notice: Notice, ...pageOf(Free) }),
    async run({ operate }, { filter, ...rest }) {
      const query = { ...rest, ...(filter && { filter: JSON.stringify(filter) }) }
      const found = await operate<{ items: LeadLike[]; next_cursor: string | null }>('list_leads', { query })
      return { notice: UNTRUSTED, items: found.items.map(brief), next_cursor: found.next_cursor }
    },
  }),
  defineTool({
    name: 'get_lead',
    title: 'Read a lead',
    description: 'One lead with where each value came from.',
    capability: 'leads:read',
    kind: 'read',
    operations: ['get_lead'],
    input: Type.Object({ lead_id: LeadId }),
    output: Type.Object({ notice: Notice, lead: Free }),
    run: async ({ operate }, params) => ({
      notice: UNTRUSTED,
      lead: await operate<JsonObject>('get_lead', { params }),
    }),
  }),
  defineTool({
    name: 'save_lead',
    title: 'Save a lead',
    description:
      'Adds a lead, or updates the one that is known by the same e-mail, domain, LinkedIn page or external id.',
    capability: 'leads:write',
    kind: 'write',
    operations: ['save_lead'],
    input: Type.Object({
      fields: Fields,
      existing: Type.Unsafe<string>({
        type: 'string',
        enum: ['overwrite', 'fill_blanks', 'skip'],
        default: 'overwrite',
      }),
    }),
    output: Type.Object({ outcome: Type.String(), matched_by: nullable(Type.String()), lead_id: LeadId }),
    says: ({ fields }) => {
      const { company, contact_person, email, domain } = fields as Record<string, unknown>
      return `Save the lead ${JSON.stringify(contact_person ?? company ?? email ?? domain ?? 'without a name')}`
    },
    async run({ operate }, { fields, existing }) {
      const saved = await operate<{ outcome: string; matched_by: string | null; lead: LeadLike }>('save_lead', {
        body: { ...fields, existing },
      })
      return { outcome: saved.outcome, matched_by: saved.matched_by, lead_id: saved.lead.id }
    },
  }),
  defineTool({
    name: 'update_lead',
    title: 'Change a lead',
    description: 'Changes fields of a lead; what is not named stays, null clears.',
    capability: 'leads:write',
    kind: 'write',
    operations: ['update_lead'],
    input: Type.Object({ lead_id: LeadId, fields: Fields }),
    output: Type.Object({ notice: Notice, lead: Free }),
    says: ({ lead_id, fields }) => `Change ${Object.keys(fields as object).join(', ')} of lead ${lead_id}`,
    async run({ operate }, { lead_id, fields }) {
      const lead = await operate<LeadLike>('update_lead', { params: { lead_id }, body: fields })
      return { notice: UNTRUSTED, lead: brief(lead) }
    },
  }),
  defineTool({
    name: 'set_lead_status',
    title: 'Set the status of a lead',
    description: 'Says how far the conversation with a lead is, with a note for its timeline.',
    capability: 'leads:write',
    kind: 'write',
    operations: ['set_lead_status'],
    input: Type.Object({
      lead_id: LeadId,
      status: oneOf(LEAD_STATUSES),
      note: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
    output: Type.Object({ lead_id: LeadId, status: Type.String() }),
    says: ({ lead_id, status }) => `Set lead ${lead_id} to ${status}`,
    async run({ operate }, { lead_id, ...body }) {
      await operate('set_lead_status', { params: { lead_id }, body })
      return { lead_id, status: body.status }
    },
  }),
  defineTool({
    name: 'estimate_enrich_leads',
    title: 'Estimate filling leads',
    description:
      'What filling up to 100 leads by an action would ask and cost. Changes nothing. Use it before enrich_leads.',
    capability: 'leads:read',
    kind: 'read',
    is_ours: true,
    operations: ['estimate_bulk_enrich'],
    input: Type.Object(Filling),
    output: Type.Object(FillingEstimate),
    run: async ({ operate }, body) => estimated(await operate<LeadEstimateLike>('estimate_bulk_enrich', { body })),
  }),
  defineTool({
    name: 'enrich_leads',
    title: 'Fill leads',
    description:
      'Fills up to 100 leads by an action, in the background, and answers at once with job_id; follow it with get_job, take it back with ' +
      'undo_job. Never costs more than max_usd: always send it. dry_run tells the cost and starts nothing.',
    capability: 'runs:execute',
    kind: 'spend',
    operations: ['bulk_enrich_leads', 'estimate_bulk_enrich'],
    input: Type.Object({ ...Filling, max_usd: MaxUsd, dry_run: DryRun }),
    output: Type.Object({ job_id: nullable(Type.String()), status: Type.String(), ...FillingEstimate }),
    says: ({ action, lead_ids, max_usd }) =>
      `${DEFAULT_ACTIONS[action as LeadActionName].title} for ${counted((lead_ids as unknown[]).length)}` +
      `${max_usd === undefined ? '' : `, for at most $${max_usd}`}`,
    async run({ operate }, { max_usd, dry_run, ...body }) {
      const estimate = estimated(await operate<LeadEstimateLike>('estimate_bulk_enrich', { body }))
      if (dry_run) return { job_id: null, status: 'dry_run', ...estimate }
      const started = await operate<{ job_id: string; status: string }>('bulk_enrich_leads', {
        body: { ...body, ...(max_usd !== undefined && { max_usd }) },
      })
      return { job_id: started.job_id, status: started.status, ...estimate }
    },
  }),
  defineTool({
    name: 'delete_lead',
    title: 'Delete a lead',
    description: 'Deletes a lead with its timeline, for good. Rows of workbooks stay.',
    capability: 'leads:delete',
    kind: 'delete',
    operations: ['delete_lead'],
    input: Type.Object({ lead_id: LeadId }),
    output: Type.Object({ deleted: Type.Boolean() }),
    says: ({ lead_id }) => `Delete lead ${lead_id} for good`,
    async run({ operate }, params) {
      await operate('delete_lead', { params })
      return { deleted: true }
    },
  }),
]
