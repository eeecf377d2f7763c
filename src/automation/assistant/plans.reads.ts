// Reading plans: what was proposed, how far it is, and what it has cost.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { findTool } from '../tools/call-tool.commands.ts'
import type { Grant, Plan, PlanStatus, PlanStep } from './assistant.schema.ts'
import { settingsOf } from './step-settings.logic.ts'

/** A step as it was proposed. */
export interface StoredPlanStep {
  tool: string
  arguments: JsonObject
  says: string
  changes: string[]
  expected_usd: number | null
  max_usd: number | null
  /** Absent in plans of versions before. */
  shows?: Pick<PlanStep, 'sets' | 'unshown' | 'reaches'>
}

/** The result of a step. */
export interface StoredResult {
  ok: boolean
  /** With the results of earlier steps filled in. */
  arguments: JsonObject
  value: JsonObject | null
  error: string | null
  undone?: boolean
  undo_problem?: string | null
}

export interface PlanRow {
  id: string
  conversation_id: string
  user_id: number
  title: string
  status: PlanStatus
  autopilot: boolean
  grant_terms: Grant | null
  steps: StoredPlanStep[]
  results: StoredResult[]
  spent_usd: string
  error: string | null
  created_at: Date
  approved_at: Date | null
  stop_requested_at: Date | null
  ended_at: Date | null
  undone_at: Date | null
  run_micro: number
}

/** What the runs of the steps have cost, by the ledger. */
const RUNS = `coalesce((select sum(l.amount_micro) from ledger_lines l where l.workspace_id = $1 and l.state = 'settled' and l.run_id in (
    select (r -> 'value' ->> 'run_id')::uuid from jsonb_array_elements(p.results) r
      where r -> 'value' ->> 'run_id' ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$')), 0)::bigint as run_micro`

const SELECT = `select p.*, ${RUNS} from assistant_plans p where p.workspace_id = $1`

export async function readPlansOf(tx: WorkspaceTx, conversationId: string): Promise<Plan[]> {
  const { rows } = await tx.client.query<PlanRow>(`${SELECT} and p.conversation_id = $2 order by p.id`, [
    tx.workspace_id,
    conversationId,
  ])
  return rows.map(shownPlan)
}

/** A plan of this user; 404 for plans of other users. */
export async function mustFindPlan(tx: WorkspaceTx, userId: number | null, id: string): Promise<PlanRow> {
  const { rows } = isUuid(id)
    ? await tx.client.query<PlanRow>(`${SELECT} and p.id = $2 and ($3::bigint is null or p.user_id = $3)`, [
        tx.workspace_id,
        id,
        userId,
      ])
    : { rows: [] }
  return rows[0] ?? refuse('not_found', 'Plan not found')
}

export function shownPlan(row: PlanRow): Plan {
  const { id, conversation_id, title, status, steps, results, error, grant_terms } = row
  const expected = steps.flatMap(({ expected_usd }) => (expected_usd === null ? [] : [expected_usd]))
  return {
    id,
    conversation_id,
    title,
    status,
    error,
    autopilot: grant_terms,
    steps: steps.map((step, at) => shownStep(step, results[at])),
    expected_usd: expected.length > 0 ? rounded(sum(expected)) : null,
    max_usd: grant_terms?.max_usd ?? rounded(sum(steps.map(({ max_usd }) => max_usd ?? 0))),
    spent_usd: rounded(Number(row.spent_usd) + usdFromMicro(Number(row.run_micro))),
    created_at: row.created_at.toISOString(),
    approved_at: row.approved_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    undone_at: row.undone_at?.toISOString() ?? null,
  }
}

function shownStep({ shows, ...step }: StoredPlanStep, result: StoredResult | undefined): PlanStep {
  const tool = findTool(step.tool)
  return {
    ...step,
    ...(shows ?? { ...settingsOf(step.arguments, new Map()), reaches: [] }),
    title: tool?.title ?? step.tool,
    kind: tool?.kind ?? 'write',
    status: result === undefined ? 'waiting' : result.undone ? 'undone' : result.ok ? 'done' : 'failed',
    result: result?.value ?? null,
    error: result?.error ?? null,
    undo_problem: result?.undo_problem ?? null,
  }
}

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
const rounded = (usd: number) => Math.round(usd * 1e6) / 1e6
