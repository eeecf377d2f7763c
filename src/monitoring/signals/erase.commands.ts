// Erases a person from monitoring: signals about them, watches of them, and texts of pages that name them.
import type { Eraser } from '../../records/leads/erase.commands.ts'

export const eraseFromMonitoring: Eraser = async (tx, { lead_id, pattern }) => {
  const person = [tx.workspace_id, lead_id, pattern]
  await tx.client.query(
    `delete from signals where workspace_id = $1 and (lead_id = $2
       or concat_ws(' ', title, summary, quote, evidence_url, details, provenance) ~* $3::text)`,
    person,
  )
  // A watch of the person ends; one of their firm goes on, and has no lead any more.
  await tx.client.query(
    `delete from watches where workspace_id = $1 and (lead_id = $2 and kind = 'job_change' or concat_ws(' ', target, name, config) ~* $3::text)`,
    person,
  )
  await tx.client.query('update watches set lead_id = null where workspace_id = $1 and lead_id = $2', [
    tx.workspace_id,
    lead_id,
  ])
  await tx.client.query('delete from signal_scan_leads where workspace_id = $1 and lead_id = $2', [
    tx.workspace_id,
    lead_id,
  ])
  if (pattern === null) return
  const named = [tx.workspace_id, pattern]
  await tx.client.query('delete from watch_texts where workspace_id = $1 and text ~* $2', named)
  // What a page said last is read anew, as a new baseline.
  await tx.client.query('delete from watch_states where workspace_id = $1 and concat(state, settled) ~* $2', named)
}
