// Reading scores: the rules in force, the score of leads with its parts, and what other rules would do to leads.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readWidely } from '../../platform/db/look-up.ts'
import { withTimeout } from '../../records/filters/found-rows.reads.ts'
import { countLeads } from '../../records/lead-facts/counted.reads.ts'
import { LEADS_AS_ROWS, leadStatement } from '../../records/lead-facts/lead-statement.reads.ts'
import { readSetting } from '../settings/setting.commands.ts'
import { scoreSql } from './score-sql.logic.ts'
import { DEFAULT_RULES } from './scoring.logic.ts'
import { SCORE_TIERS, type ScoredLead, type ScoringPreview, type ScoringRules } from './scoring.schema.ts'

export const SCORING = 'lead_scoring'

export interface StoredRules {
  rules: ScoringRules
  /** 0 where the workspace never saved any: then nothing is scored by itself. */
  version: number
}

export async function readRules(tx: WorkspaceTx): Promise<StoredRules> {
  const { rules, version } = await readSetting(tx, SCORING)
  return {
    rules: (rules as unknown as ScoringRules | undefined) ?? DEFAULT_RULES,
    version: typeof version === 'number' ? version : 0,
  }
}

export async function countScored(tx: WorkspaceTx, version: number): Promise<{ scored: number; outdated: number }> {
  const { rows } = await tx.client.query<{ scored: number; outdated: number }>(
    `select count(*) filter (where version = $2)::int as scored, count(*) filter (where version <> $2)::int as outdated
     from lead_scores where workspace_id = $1`,
    [tx.workspace_id, version],
  )
  return rows[0] ?? { scored: 0, outdated: 0 }
}

const NAME = `coalesce(l.data ->> 'contact_person', l.data ->> 'company', l.data ->> 'domain', l.data ->> 'email')`

export async function readScores(tx: WorkspaceTx, ids: readonly number[]): Promise<ScoredLead[]> {
  const { rows } = await tx.client.query<Omit<ScoredLead, 'scored_at'> & { scored_at: Date }>(
    `select l.id as lead_id, ${NAME} as name, s.fit, s.intent, s.score, s.tier as score_tier, s.parts, s.scored_at
     from leads l join lead_scores s on s.workspace_id = $1 and s.lead_id = coalesce(l.merged_into, l.id)
     where l.workspace_id = $1 and l.id = any($2::bigint[]) order by l.id`,
    [tx.workspace_id, ids],
  )
  return rows.map((row) => ({ ...row, scored_at: row.scored_at.toISOString() }))
}

/** At most about so many leads are looked at by a preview. */
const SAMPLE = 5_000
const EXAMPLES = 20

interface PreviewRow {
  lead_id: number
  name: string | null
  before: number | null
  tier_before: ScoredLead['score_tier'] | null
  after: number
  tier_after: ScoredLead['score_tier']
  parts: ScoredLead['parts']
}

/** What these rules would do, without storing anything. Refuses (503) what takes too long. */
export async function previewRules(tx: WorkspaceTx, rules: ScoringRules): Promise<ScoringPreview> {
  const all = await countLeads(tx)
  const step = Math.max(1, Math.ceil(all / SAMPLE))
  const rows = await withTimeout(tx, async () => {
    const statement = leadStatement(tx)
    const which = step === 1 ? 'true' : `r.lead_id % ${statement.param(step, 'bigint')} = 0`
    const text = `select n.lead_id, ${NAME.replaceAll('l.data', 'n.data')} as name, s.score as before, s.tier as tier_before, n.score as after,
        n.tier as tier_after, n.parts
      from (${scoreSql(statement, rules, LEADS_AS_ROWS, which)}) n
        left join lead_scores s on s.workspace_id = $1 and s.lead_id = n.lead_id`
    return (await readWidely(tx, [], () => tx.client.query<PreviewRow>(text, statement.values))).rows
  })
  return summaryOf(rows, step > 1)
}

function summaryOf(rows: readonly PreviewRow[], sampled: boolean): ScoringPreview {
  const none = () => ({ hot: 0, warm: 0, cold: 0, unqualified: 0 })
  const summary = { before: none(), after: none(), moved_up: 0, moved_down: 0 }
  const held = new Map<string, number>()
  for (const { tier_before, tier_after, parts } of rows) {
    summary.after[tier_after]++
    if (tier_before) {
      summary.before[tier_before]++
      const [was, is] = [SCORE_TIERS.indexOf(tier_before), SCORE_TIERS.indexOf(tier_after)]
      if (is < was) summary.moved_up++
      if (is > was) summary.moved_down++
    }
    for (const { id } of [...parts.fit, ...parts.intent]) held.set(id, (held.get(id) ?? 0) + 1)
  }
  const moved = rows
    .filter(({ before, after }) => before !== after)
    .sort((a, b) => distance(b) - distance(a) || a.lead_id - b.lead_id)
  return {
    leads: rows.length,
    sampled,
    ...summary,
    rules: [...held].map(([id, leads]) => ({ id, leads })),
    examples: moved.slice(0, EXAMPLES),
  }
}

const distance = ({ before, after }: PreviewRow) => Math.abs(after - (before ?? 0))
