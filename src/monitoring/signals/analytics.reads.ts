// Analytics of signals: counts by type and week, what users did with them, and the leads they led to.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { SignalAnalytics } from './signal.schema.ts'
import { readIntent } from './signals.reads.ts'

const TOP = 20
/** The lead that stands for the one that a signal names. */
const LEAD = 'coalesce(l.merged_into, s.lead_id)'

type ByType = SignalAnalytics['by_type'][number]

export async function readAnalytics(tx: WorkspaceTx, weeks: number, now: Date): Promise<SignalAnalytics> {
  const monday = new Date(now)
  monday.setUTCHours(0, 0, 0, 0)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7) - 7 * (weeks - 1))
  const since =
    '(select * from signals where workspace_id = $1 and first_seen_at >= $2 order by first_seen_at offset 0) s'
  const values = [tx.workspace_id, monday]
  const { rows: by_week } = await tx.client.query<SignalAnalytics['by_week'][number]>(
    `select to_char(date_trunc('week', s.first_seen_at at time zone 'UTC'), 'YYYY-MM-DD') as week, s.type, count(*)::int as count
     from ${since} group by 1, 2 order by 1, 2`,
    values,
  )
  const { rows: types } = await tx.client.query<Omit<ByType, 'leads'> & ByType['leads']>(
    `select s.type, count(*)::int as count, count(*) filter (where s.status = 'actioned')::int as actioned,
       count(*) filter (where s.status = 'dismissed')::int as dismissed, count(distinct ${LEAD})::int as all,
       count(distinct ${LEAD}) filter (where l.data ->> 'status' in ('contacted', 'qualified', 'converted'))::int as contacted,
       count(distinct ${LEAD}) filter (where l.data ->> 'status' in ('qualified', 'converted'))::int as qualified,
       count(distinct ${LEAD}) filter (where l.data ->> 'status' = 'converted')::int as converted
     from ${since} left join leads l on l.workspace_id = $1 and l.id = s.lead_id group by s.type order by count(*) desc, s.type`,
    values,
  )
  const { rows: top } = await tx.client.query<Omit<SignalAnalytics['top'][number], 'intent'> & { lead_id: number }>(
    `select ${LEAD} as lead_id, coalesce(l.data ->> 'company', l.data ->> 'contact_person', min(s.company), '') as name,
       count(*)::int as signals, l.data ->> 'status' as lead_status
     from ${since} left join leads l on l.workspace_id = $1 and l.id = s.lead_id
     where s.status <> 'dismissed' and s.lead_id is not null
     group by 1, l.data order by sum(s.strength) desc, 1 limit ${TOP}`,
    values,
  )
  const intents = await readIntent(
    tx,
    top.map(({ lead_id }) => lead_id),
    now,
  )
  return {
    total: types.reduce((sum, { count }) => sum + count, 0),
    by_week,
    by_type: types.map(({ all, contacted, qualified, converted, ...type }) => ({
      ...type,
      leads: { all, contacted, qualified, converted },
    })),
    top: top
      .map((one) => ({ ...one, intent: intents.get(one.lead_id)?.score ?? 0 }))
      .sort((a, b) => b.intent - a.intent),
  }
}
