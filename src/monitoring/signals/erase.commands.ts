// Erases a person from monitoring: signals about them and watches of them; the tables say what happens to the rest.
import type { Forgettings } from '../../records/lead-facts/forget.commands.ts'
import type { Eraser } from '../../records/leads/erasure/erase.commands.ts'

const WATCH = { as: 'watch', id: 't.watch_id' } as const

export const FORGET_IN_MONITORING: Forgettings = {
  signals: { by: 'deleting', names: 'told', as: 'signal' },
  signal_watches: { by: 'nothing', because: 'Ids and times' },
  signal_leads: { by: 'nothing', because: 'Ids' },
  signal_scan_leads: { by: 'deleting', names: 'told', as: 'lead', id: 't.lead_id' },
  watches: { by: 'eraser', as: 'watch' },
  watch_groups: { by: 'telling', as: 'watch group' },
  watch_polls: { by: 'deleting', ...WATCH },
  watch_texts: { by: 'deleting', ...WATCH },
  // What a page said last is read once more, as a new baseline.
  watch_states: { by: 'deleting', ...WATCH },
  polled_hosts: { by: 'nothing', because: 'Names of hosts' },
}

export const eraseFromMonitoring: Eraser = async (tx, { lead_id, pattern }) => {
  const lead = [tx.workspace_id, lead_id]
  await tx.client.query('delete from signals where workspace_id = $1 and lead_id = $2', lead)
  await tx.client.query('delete from signal_leads where workspace_id = $1 and lead_id = $2', lead)
  await tx.client.query('update signal_watches set lead_id = null where workspace_id = $1 and lead_id = $2', lead)
  // A watch of the person ends; one of their firm goes on, and has no lead any more.
  await tx.client.query(
    `delete from watches where workspace_id = $1 and (lead_id = $2 and kind = 'job_change' or concat_ws(' ', target, name, config) ~* $3::text)`,
    [...lead, pattern],
  )
  await tx.client.query('update watches set lead_id = null where workspace_id = $1 and lead_id = $2', lead)
  await tx.client.query('delete from signal_scan_leads where workspace_id = $1 and lead_id = $2', lead)
}
