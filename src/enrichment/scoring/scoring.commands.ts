// Scoring leads: some at once, or all of them a batch at a time; and changing the rules they are scored by.
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { LEADS_AS_ROWS, leadStatement } from '../../records/lead-facts/lead-statement.reads.ts'
import { readHeads, readWithMerged } from '../../records/lead-facts/one-lead.reads.ts'
import { emitFieldChanges } from '../../records/leads/lead-values.commands.ts'
import { saveSetting } from '../settings/setting.commands.ts'
import { scoreSql } from './score-sql.logic.ts'
import { problemsOf } from './scoring.logic.ts'
import { readRules, SCORING, type StoredRules } from './scoring.reads.ts'
import type { ScoringRules } from './scoring.schema.ts'

/** Saves rules; leads keep their scores until they are scored again. @throws Refusal `invalid` with all that is wrong */
export async function saveRules(tx: WorkspaceTx, rules: ScoringRules): Promise<StoredRules> {
  const fields = problemsOf(rules)
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
  const before = await readRules(tx)
  const after = { rules, version: before.version + 1 }
  await saveSetting(tx, SCORING, before, after)
  return after
}

/** Leads of one statement. */
export const AT_ONCE = 2_000

/** Scores these leads; returns how many of them have another score than before. */
export async function scoreLeads(tx: WorkspaceTx, wanted: readonly number[], of?: StoredRules): Promise<number> {
  const heads = new Set((await readHeads(tx, wanted)).values())
  const ids = await readWithMerged(tx, [...heads])
  const { rules, version } = of ?? (await readRules(tx))
  // In the order in which all writers of leads lock them.
  await tx.client.query('select from leads where workspace_id = $1 and id = any($2::bigint[]) order by id for update', [
    tx.workspace_id,
    ids,
  ])
  const statement = leadStatement(tx)
  const which = `r.lead_id = any(${statement.param([...heads], 'bigint[]')})`
  const scored = scoreSql(statement, rules, LEADS_AS_ROWS, which)
  // A score that a person or a file gave stays the lead's own.
  const { rows } = await tx.client.query<{ id: number }>(
    `with s as materialized (${scored}),
      kept as (insert into lead_scores as k (workspace_id, lead_id, fit, intent, score, tier, parts, version)
        select $1, lead_id, fit, intent, score, tier, parts, ${statement.param(version, 'int')} from s
        on conflict (workspace_id, lead_id) do update set fit = excluded.fit, intent = excluded.intent, score = excluded.score,
          tier = excluded.tier, parts = excluded.parts, version = excluded.version, scored_at = now()),
      -- Those that another lead stands for have its score.
      gone as (delete from lead_scores where workspace_id = $1 and lead_id = any(${statement.param(
        ids.filter((id) => !heads.has(id)),
        'bigint[]',
      )}))
     update leads l set data = l.data || jsonb_build_object('score', s.score, 'score_tier', s.tier)
     from s where l.workspace_id = $1 and l.id = any(${statement.param(ids, 'bigint[]')}) and coalesce(l.merged_into, l.id) = s.lead_id
       and (l.data -> 'score' is distinct from to_jsonb(s.score) or l.data ->> 'score_tier' is distinct from s.tier)
       and not exists (select from lead_provenance p where p.workspace_id = $1 and p.lead_id = l.id and p.provenance ? 'score')
     returning l.id`,
    statement.values,
  )
  const changed = rows.map(({ id }) => id)
  if (changed.length > 0) await emitFieldChanges(tx, changed, ['score', 'score_tier'])
  return changed.filter((id) => heads.has(id)).length
}

/** Scores the next leads by id; returns the last of them, and null when there are no more. */
export async function scoreNext(
  tx: WorkspaceTx,
  after: number,
  of: StoredRules,
): Promise<{ last: number; leads: number; changed: number } | null> {
  const { rows } = await tx.client.query<{ id: number }>(
    'select id from leads where workspace_id = $1 and merged_into is null and id > $2 order by id limit $3',
    [tx.workspace_id, after, AT_ONCE],
  )
  const last = rows.at(-1)
  if (!last) return null
  const ids = rows.map(({ id }) => id)
  return { last: last.id, leads: ids.length, changed: await scoreLeads(tx, ids, of) }
}
