// What monitoring holds about a person: signals that were seen of them, each with its evidence, and watches that follow them.
import type { Discloser, HeldLine } from '../../records/leads/erasure/held.reads.ts'

const MOST = 2000

export const heldByMonitoring: Discloser = async (tx, { lead_id }) => {
  const { rows: signals } = await tx.client.query<HeldLine>(
    `select type, title, summary, quote, evidence_url, occurred_at as at, provenance as source from signals
     where workspace_id = $1 and (lead_id = $2 or id in (select signal_id from signal_leads where workspace_id = $1 and lead_id = $2))
     order by occurred_at limit ${MOST}`,
    [tx.workspace_id, lead_id],
  )
  const { rows: watches } = await tx.client.query<HeldLine>(
    'select kind, name, target, created_at as at from watches where workspace_id = $1 and lead_id = $2 order by created_at',
    [tx.workspace_id, lead_id],
  )
  return [
    { title: 'Signals', items: signals },
    { title: 'Watches', items: watches },
  ]
}
