// Finding what is to be refreshed: values past their age limit, of leads in conversation first, then the oldest.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { Question } from '../../records/filters/question.logic.ts'
import { leadStatement, selectAmongAll } from '../../records/lead-facts/lead-statement.reads.ts'
import { STANDS_FOR_ITSELF } from '../../records/lead-facts/one-lead.reads.ts'

/** A lead in a conversation is used most. */
const USED = (data: string) => `(case ${data} ->> 'status' when 'qualified' then 0 when 'contacted' then 1 else 2 end)`

/** Rows of a workbook whose answer in the column is older than the limit. */
export async function staleRows(
  tx: WorkspaceTx,
  workbookId: string,
  columnId: string,
  { max_age_days, limit, now }: { max_age_days: number; limit: number; now: Date },
): Promise<string[]> {
  const { rows } = await tx.client.query<{ row_id: string }>(
    `select c.row_id from cells c
        join workbook_rows r on r.workspace_id = $1 and r.workbook_id = $2 and r.id = c.row_id
        left join leads l on l.workspace_id = $1 and l.id = r.lead_id
     where c.workspace_id = $1 and c.workbook_id = $2 and c.column_id = $3
       and (c.status = 'stale' or c.status in ('complete', 'unverified', 'not_found') and c.updated_at < $4::timestamptz)
     order by case when l.id is null then 2 else ${USED('l.data')} end, c.updated_at, c.row_id limit $5`,
    [tx.workspace_id, workbookId, columnId, before(now, max_age_days), limit],
  )
  return rows.map(({ row_id }) => row_id)
}

/** Leads with a value in one of the fields that is older than the limit, and older than it with each lead they were merged with. */
export async function staleLeads(
  tx: WorkspaceTx,
  fields: readonly string[],
  { max_age_days, limit, now, among }: { max_age_days: number; limit: number; now: Date; among: Question | null },
): Promise<number[]> {
  const statement = leadStatement(tx)
  const { from, condition } = among ? selectAmongAll(statement, among) : { from: '', condition: '' }
  const isAmong = among ? `and l.id in (select r.lead_id from ${from} where ${condition})` : 'and $2::uuid is not null'
  const names = statement.param([...fields], 'text[]')
  const oldest = statement.param(before(now, max_age_days).toISOString(), 'text')
  const { rows } = await tx.client.query<{ id: number }>(
    `select l.id, min(f.at) as at from leads l
        join lead_provenance p on p.workspace_id = $1 and p.lead_id = l.id
        cross join lateral (select name, p.provenance -> name ->> 'fetched_at' as at from unnest(${names}) as x (name)) f
     where l.workspace_id = $1 and f.at < ${oldest} and ${STANDS_FOR_ITSELF} and not exists (select from merged_leads m
         where m.workspace_id = $1 and m.head_id = l.id and m.provenance -> f.name ->> 'fetched_at' >= ${oldest}) and l.data ->> 'status' is distinct from 'dead' ${isAmong}
     group by l.id, l.data order by ${USED('l.data')}, min(f.at), l.id limit ${statement.param(limit, 'int')}`,
    statement.values as unknown[],
  )
  return rows.map(({ id }) => id)
}

const before = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)
