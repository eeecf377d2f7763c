// Reading rules as they are stored and as people see them.

import type { Filter } from '../../engine/filter/filter.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { Tx, WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { readSchedules } from '../../platform/queue/schedules.ts'
import type { FilterUse } from '../../records/lead-facts/saved-question.reads.ts'
import { readColumns } from '../../records/store/workbooks.reads.ts'
import type { Limits } from '../actions/limits.schema.ts'
import { actionOf } from '../actions/registry.ts'
import { allActions, mapActions, type NumberedAction, numberActions } from '../actions/tree.logic.ts'
import type { Automation } from './rule.schema.ts'
import { ruleDue } from './rules.jobs.ts'
import { sentenceOf } from './sentence.logic.ts'
import { readSubjects } from './subjects.reads.ts'
import { renameIn } from './templates.logic.ts'

export interface Rule {
  id: string
  name: string
  description: string
  trigger: { kind: string } & JsonObject
  condition: Filter | null
  actions: NumberedAction[]
  limits: Limits
  column_names: Record<string, string>
  /** The highest id that an action of it ever had. */
  last_action: number
  status: 'active' | 'paused' | 'stopped'
  status_reason: string | null
  active_since: Date
  failures: number
  checked: number
  matched: number
  last_matched_at: Date | null
  watch_id: string | null
  created_by: number | null
  /** The API token that it was made with, or changed with last. */
  token_id: string | null
  created_at: Date
  updated_at: Date
}

const RULE = `id, name, description, trigger, condition, actions, limits, column_names, last_action, status, status_reason, active_since,
  failures, checked, matched, last_matched_at, watch_id, created_by, token_id, created_at, updated_at`

/** @throws Refusal `not_found` */
export async function mustReadRule(tx: WorkspaceTx, id: string, locked = false): Promise<Rule> {
  const { rows } = isUuid(id)
    ? await tx.client.query<Rule>(
        `select ${RULE} from automation_rules where workspace_id = $1 and id = $2 ${locked ? 'for update' : ''}`,
        [tx.workspace_id, id],
      )
    : { rows: [] }
  return rows[0] ? withIds(rows[0]) : refuse('not_found', 'Automation not found')
}

/** Rules of versions before have actions without ids, known by their place. */
const withIds = (rule: Rule): Rule => ({ ...rule, actions: numberActions(rule.actions, rule.last_action) })

/** Active rules of these kinds of triggers, by workspace; for machinery. */
export async function readActive(
  tx: Tx,
  workspaceIds: readonly string[],
  kinds: readonly string[],
): Promise<Map<string, Rule[]>> {
  const { rows } = await tx.client.query<Rule & { workspace_id: string }>(
    `select workspace_id, ${RULE} from automation_rules
      where status = 'active' and trigger_kind = any($2) and workspace_id = any($1::uuid[]) order by workspace_id, id`,
    [workspaceIds, kinds],
  )
  const found = new Map<string, Rule[]>()
  for (const { workspace_id, ...rule } of rows)
    found.set(workspace_id, [...(found.get(workspace_id) ?? []), withIds(rule)])
  return found
}

/** The workbook whose columns a rule's templates call by name. */
export const workbookOf = ({ trigger }: Pick<Rule, 'trigger'>): string | null =>
  trigger.kind.startsWith('row.') && typeof trigger.workbook_id === 'string' ? trigger.workbook_id : null

/** The actions with references to columns that were renamed since written again. */
export async function freshActions(
  tx: WorkspaceTx,
  rule: Pick<Rule, 'trigger' | 'actions' | 'column_names'>,
): Promise<NumberedAction[]> {
  const workbook = workbookOf(rule)
  if (workbook === null || Object.keys(rule.column_names).length === 0) return rule.actions
  const names = new Map((await readColumns(tx, workbook)).map(({ id, name }) => [id, name]))
  const renamed = new Map(
    Object.entries(rule.column_names).flatMap(([id, before]) => {
      const now = names.get(id)
      if (now === undefined || now === before) return []
      const changed = rule.trigger.kind === 'row.changed' ? ['before.', 'after.'] : []
      return ['', ...changed].map((of) => [`${of}${before}`, `${of}${now}`] as const)
    }),
  )
  return mapActions(
    rule.actions,
    (own) => renameIn(own as JsonObject, actionOf(own.kind)?.plain ?? [], renamed) as NumberedAction,
  )
}

const LIST = 'automations'

/** Newest first. */
export async function readRules(
  tx: WorkspaceTx,
  { limit, cursor, status }: { limit: number; cursor?: string | undefined; status?: string | undefined },
) {
  const [before] = decodeCursor(LIST, cursor) ?? []
  const { rows } = await tx.client.query<Rule>(
    `select ${RULE} from automation_rules where workspace_id = $1 and ($2::text is null or status = $2)
      and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [tx.workspace_id, status ?? null, before ?? null, limit + 1],
  )
  const page = pageOf(LIST, rows, limit, ({ id }) => [id])
  return { ...page, items: await showRules(tx, page.items.map(withIds)) }
}

/** Spent since midnight (UTC): what runs did cost, and what those under way may cost. */
const SPENT = `with dear as materialized (
    select s.run_id, s.cost_micro + case when s.status = 'waiting' then s.reserved_micro else 0 end as micro from automation_steps s
      where s.workspace_id = $1 and s.started_at >= date_trunc('day', $3::timestamptz at time zone 'UTC') at time zone 'UTC'
        and (s.cost_micro > 0 or s.status = 'waiting'))
  select r.rule_id, sum(d.micro)::bigint as micro from dear d join automation_runs r on r.workspace_id = $1 and r.id = d.run_id
    where r.rule_id = any($2::uuid[]) group by 1`

export async function spentToday(tx: WorkspaceTx, ruleIds: readonly string[], now: Date): Promise<Map<string, number>> {
  const { rows } = await tx.client.query<{ rule_id: string; micro: number }>(SPENT, [tx.workspace_id, ruleIds, now])
  return new Map(rows.map(({ rule_id, micro }) => [rule_id, Number(micro)]))
}

export async function showRules(tx: WorkspaceTx, rules: readonly Rule[]): Promise<Automation[]> {
  const ids = rules.map(({ id }) => id)
  const due = await readSchedules(tx, ruleDue, ids)
  const spent = await spentToday(tx, ids, new Date())
  const { rows } = await tx.client.query<{ rule_id: string; count: number }>(
    `select w.id as rule_id, (select count(*)::int from (select 1 from automation_runs r where r.workspace_id = $1 and r.rule_id = w.id
       and r.status in ('queued', 'running', 'waiting') limit 1000) x) as count from unnest($2::uuid[]) w (id)`,
    [tx.workspace_id, ids],
  )
  const waiting = new Map(rows.map(({ rule_id, count }) => [rule_id, count]))
  const subjects = await readSubjects(tx, rules)
  const shown: Automation[] = []
  for (const rule of rules) {
    const {
      column_names,
      last_action,
      active_since: _,
      watch_id: __,
      last_matched_at,
      created_at,
      updated_at,
      ...own
    } = rule
    const next = rule.status === 'active' ? due.get(rule.id)?.next_at : undefined
    const actions = await freshActions(tx, rule)
    shown.push({
      ...own,
      actions,
      next_action_id: Math.max(last_action, ...allActions(actions).map(({ id }) => id)) + 1,
      sentence: sentenceOf(rule, {
        column: (id) => nameOfColumn(id, column_names),
        subject: (id) => subjects.get(id) ?? null,
      }),
      last_matched_at: last_matched_at?.toISOString() ?? null,
      next_at: next?.toISOString() ?? null,
      waiting: waiting.get(rule.id) ?? 0,
      spent_today_usd: usdFromMicro(spent.get(rule.id) ?? 0),
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    })
  }
  return shown
}

/** `c1` by its name; `before.c1` as its name before. */
function nameOfColumn(id: string, names: Record<string, string>): string {
  const [, when, column = id] = /^(before|after)\.(.+)$/.exec(id) ?? []
  const name = names[column] ?? column
  return when === undefined ? name : `${name} ${when}`
}

export const showRule = async (tx: WorkspaceTx, id: string): Promise<Automation> => {
  const [shown] = await showRules(tx, [await mustReadRule(tx, id)])
  return shown as Automation
}

/** The rules whose trigger uses a saved filter over leads. */
export async function findRulesByFilter(tx: WorkspaceTx, filterId: string): Promise<FilterUse[]> {
  const { rows } = await tx.client.query<{ id: string; name: string }>(
    `select id, name from automation_rules where workspace_id = $1 and trigger ->> 'filter_id' = $2 order by id`,
    [tx.workspace_id, filterId],
  )
  return rows.map((row) => ({ kind: 'rule', ...row }))
}
