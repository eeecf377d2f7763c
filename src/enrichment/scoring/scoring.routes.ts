// Routes of scoring: the rules, what a change of them would do, scoring leads, and what is known of their intent.

import { refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { mustReadLead, readLeads } from '../../records/lead-facts/lead.reads.ts'
import { LeadPath } from '../../records/lead-facts/lead.schema.ts'
import { readIntents, recordIntents } from './intent.commands.ts'
import { saveRules, scoreLeads } from './scoring.commands.ts'
import { scheduleScoring, startScoring } from './scoring.jobs.ts'
import { problemsOf } from './scoring.logic.ts'
import { countScored, previewRules, readRules, readScores } from './scoring.reads.ts'
import {
  IntentWrite,
  LeadIntent,
  LeadIntentList,
  LeadsScored,
  ScoredLead,
  ScoreLeads,
  Scoring,
  ScoringPreview,
  ScoringRules,
} from './scoring.schema.ts'

export function scoringRoutes({ database, now }: { database: Database; now: () => Date }): Route[] {
  const inScope = scopedTo(database)
  const views = { tag: 'Leads', access: 'user', needs: 'leads.view' } as const
  const edits = { tag: 'Leads', access: 'user', needs: 'leads.edit' } as const
  const seesLead = (ctx: { scope: Scope }, { params }: { params: { lead_id: number } }) =>
    inScope(ctx, (tx) => mustReadLead(tx, params.lead_id))

  async function scoringOf(tx: WorkspaceTx, job_id: string | null = null): Promise<Scoring> {
    const { rules, version } = await readRules(tx)
    return { ...rules, version, is_default: version === 0, ...(await countScored(tx, version)), job_id }
  }

  return [
    defineRoute({
      ...views,
      method: 'GET',
      path: '/api/leads/scoring',
      id: 'get_scoring',
      summary: 'The rules by which leads are scored',
      description: 'Scores are computed only after a workspace saves rules or requests scores.',
      response: { 200: Scoring },
      handler: (ctx) => inScope(ctx, (tx) => scoringOf(tx)),
    }),
    defineRoute({
      ...edits,
      method: 'PUT',
      path: '/api/leads/scoring',
      id: 'update_scoring',
      summary: 'Change the scoring rules and recompute all scores',
      description: 'Scores are computed in the background, by the returned job. A score from a user or a file stays.',
      body: ScoringRules,
      response: { 200: Scoring },
      handler: (ctx, { body }) =>
        inScope(ctx, async (tx) => {
          await saveRules(tx, body)
          await scheduleScoring(tx, now())
          return scoringOf(tx, await startScoring(tx))
        }),
    }),
    defineRoute({
      ...views,
      method: 'POST',
      path: '/api/leads/scoring/preview',
      id: 'preview_scoring',
      summary: 'What other rules would do',
      description: 'Nothing is stored. With very many leads, only a sample is read (`sampled`).',
      limit: LIMITS.lead_search,
      body: ScoringRules,
      response: { 200: ScoringPreview },
      handler: (ctx, { body }) => {
        const fields = problemsOf(body)
        if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
        return inScope(ctx, (tx) => previewRules(tx, body))
      },
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: '/api/leads/score',
      id: 'score_leads',
      summary: 'Score leads by the rules in force',
      description: 'Up to 100 at once; without ids all of them, in the background.',
      limit: LIMITS.lead_enrich,
      body: ScoreLeads,
      idempotent: true,
      response: { 200: LeadsScored },
      handler: (ctx, { body: { lead_ids } }) =>
        inScope(ctx, async (tx) => {
          if (!lead_ids) {
            await scheduleScoring(tx, now())
            return { items: [], next_cursor: null, job_id: await startScoring(tx) }
          }
          const ids = [...new Set(lead_ids)]
          if ((await readLeads(tx, ids)).length < ids.length) refuse('not_found', 'Lead not found')
          await scoreLeads(tx, ids)
          return { items: await readScores(tx, ids), next_cursor: null, job_id: null }
        }),
    }),
    defineRoute({
      ...views,
      method: 'GET',
      path: '/api/lead/:lead_id/score',
      id: 'get_lead_score',
      summary: 'Fit and intent of a lead, with their parts',
      description: 'Computed now when the lead was never scored.',
      params: LeadPath,
      response: { 200: ScoredLead },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          await mustReadLead(tx, params.lead_id)
          const [known] = await readScores(tx, [params.lead_id])
          if (known) return known
          await scoreLeads(tx, [params.lead_id])
          const [scored] = await readScores(tx, [params.lead_id])
          return scored ?? refuse('not_found', 'Lead not found')
        }),
    }),
    defineRoute({
      ...views,
      method: 'GET',
      path: '/api/lead/:lead_id/intents',
      id: 'list_lead_intents',
      summary: 'What says how ready a lead is to buy, newest first',
      description: 'Signals about the company with their strength now, as the score of intent counts them.',
      params: LeadPath,
      response: { 200: LeadIntentList },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => ({ items: await readIntents(tx, params.lead_id, 100), next_cursor: null })),
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: '/api/lead/:lead_id/intents',
      id: 'add_lead_intent',
      summary: 'Report an action of a lead',
      description:
        'Such as a visit of the pricing page. Counts in its intent by the scoring rules, less the longer ago it was.',
      params: LeadPath,
      exists: seesLead,
      body: IntentWrite,
      idempotent: true,
      response: { 201: LeadIntent },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          const occurred_at = body.occurred_at ? new Date(body.occurred_at) : now()
          const dedupe_key = body.dedupe_key ?? newId()
          const { kind, strength, note = null, evidence_url = null } = body
          await recordIntents(tx, [
            { lead_id: params.lead_id, kind, strength, note, evidence_url, dedupe_key, occurred_at },
          ])
          if ((await readRules(tx)).version > 0) await scoreLeads(tx, [params.lead_id])
          const all = await readIntents(tx, params.lead_id, 500)
          const told = all.find((one) => one.kind === kind && one.occurred_at === occurred_at.toISOString())
          return told ?? refuse('not_found', 'Lead not found')
        }),
    }),
  ]
}
