// Enrolling a row of a workbook: its lead is saved by what the row says of it, then judged like any other.
import { refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { saveLead } from '../../records/leads/lead.commands.ts'
import type { OutreachKeys } from '../keys/workspace-key.ts'
import { mustReadSequence } from '../sequences/sequences.reads.ts'
import { enrollLeads } from './enroll.commands.ts'

export interface RowEnrolled {
  status: 'enrolled' | 'already_enrolled'
  lead_id: number
}

/**
 * `values` are fields of a lead, and `unverified` names those that come from unverified cells. What the lead has already stays. Enrolling a row
 * again answers `already_enrolled`.
 * @throws Refusal `conflict` with the reason why the lead may not be enrolled, or when the sequence takes no rows
 */
export async function enrollRow(
  tx: WorkspaceTx,
  keys: OutreachKeys,
  {
    sequence_id,
    consent_source,
    values,
    unverified,
  }: { sequence_id: string; consent_source: string; values: JsonObject; unverified: readonly string[] },
  now: Date,
): Promise<RowEnrolled> {
  const { name, settings } = await mustReadSequence(tx, sequence_id)
  if (!settings.enroll_by_columns)
    refuse('conflict', `The sequence "${name}" takes no leads from columns. An admin can allow it in its settings.`)
  const { lead } = await saveLead(tx, { existing: 'fill_blanks', ...values }, now, unverified)
  const lead_id = Number(lead.id)
  const { blocked } = await enrollLeads(tx, keys, sequence_id, { lead_ids: [lead_id], consent_source }, now)
  const [held] = blocked
  if (held?.reason === 'already_enrolled') return { status: 'already_enrolled', lead_id }
  if (held) refuse('conflict', held.detail)
  return { status: 'enrolled', lead_id }
}
