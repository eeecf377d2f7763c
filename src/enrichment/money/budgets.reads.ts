// Budgets as people see them, with how far they are used now.
import { type BudgetPeriod, type BudgetScope, spanOf } from '../../engine/money/budget.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { Budget } from './budgets.schema.ts'

interface BudgetRow {
  id: string
  scope: BudgetScope
  subject: string
  period: BudgetPeriod
  is_hard: boolean
  limit_micro: number
  allow_unknown_prices: boolean
  spent_micro: number
  reserved_micro: number
  uncertain_micro: number
  name: string | null
}

/** All budgets but those of single runs; only of a workbook and its columns when one is named. */
export async function readBudgets(tx: WorkspaceTx, now: Date, workbookId: string | null = null): Promise<Budget[]> {
  const { rows } = await tx.client.query<BudgetRow>(
    `select b.id, b.scope, b.subject, b.period, b.is_hard, b.limit_micro, b.allow_unknown_prices,
       coalesce(u.spent_micro, 0) as spent_micro, coalesce(u.reserved_micro, 0) as reserved_micro,
       coalesce(u.uncertain_micro, 0) as uncertain_micro,
       case b.scope when 'user' then (select username from users where id = b.subject::bigint)
         when 'workbook' then (select name from workbooks w where w.workspace_id = $1 and w.id = b.subject::uuid and deleted_at is null)
         when 'column' then (select w.name || ' → ' || c.name from workbook_columns c join workbooks w on w.workspace_id = c.workspace_id and w.id = c.workbook_id
           where c.workspace_id = $1 and c.workbook_id = split_part(b.subject, '/', 1)::uuid and c.id = split_part(b.subject, '/', 2) and w.deleted_at is null)
         when 'token' then coalesce((select 'wbi_…' || t.hint from ingest_tokens t where t.workspace_id = $1 and t.id = b.subject::uuid),
           (select t.name from mcp_tokens t where t.workspace_id = $1 and t.id = b.subject::uuid))
         end as name
     from budgets b left join budget_use u on u.workspace_id = $1 and u.budget_id = b.id
       and u.span = case b.period when 'day' then $2 when 'month' then $3 when 'total' then 'total' end
     where b.workspace_id = $1 and b.scope <> 'run'
       and ($4::text is null or (b.scope in ('workbook', 'column') and split_part(b.subject, '/', 1) = $4))
     order by array_position(array['workspace', 'workbook', 'column', 'user', 'token'], b.scope), b.created_at, b.id`,
    [tx.workspace_id, spanOf('day', now, null), spanOf('month', now, null), workbookId],
  )
  return rows.map((row) => wire(row, now))
}

function wire(row: BudgetRow, now: Date): Budget {
  const { id, scope, subject, period, limit_micro, spent_micro, reserved_micro, uncertain_micro, name } = row
  const [workbook = null, column = null] = scope === 'workbook' || scope === 'column' ? subject.split('/') : []
  const gone = spent_micro + uncertain_micro
  return {
    id,
    scope: scope as Budget['scope'],
    workbook_id: workbook,
    column_id: column,
    user_id: scope === 'user' ? Number(subject) : null,
    token_id: scope === 'token' ? subject : null,
    name,
    period,
    kind: row.is_hard ? 'hard' : 'soft',
    limit_usd: usdFromMicro(limit_micro),
    allow_unknown_prices: row.allow_unknown_prices,
    span: spanOf(period, now, null) ?? null,
    spent_usd: usdFromMicro(spent_micro),
    reserved_usd: usdFromMicro(reserved_micro),
    uncertain_usd: usdFromMicro(uncertain_micro),
    left_usd: usdFromMicro(Math.max(0, limit_micro - gone - reserved_micro)),
    share: limit_micro === 0 ? (gone > 0 ? 100 : 0) : Math.round((gone * 1000) / limit_micro) / 10,
  }
}
