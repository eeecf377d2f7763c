// Writes what was found into a lead: the better source wins, the other value is kept with the reason, and undo can tell what was done.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readErasedLeads } from '../../records/lead-facts/erasure.reads.ts'
import type { StoredLead } from '../../records/lead-facts/lead.reads.ts'
import { keysOf } from '../../records/lead-facts/lead-keys.logic.ts'
import { mergeLead } from '../../records/lead-facts/merge.logic.ts'
import {
  recordEvidence,
  type SourceEvidence,
  type TrackRecords,
} from '../../records/lead-facts/source-evidence.commands.ts'
import { otherHolder, writeLead } from '../../records/leads/lead-values.commands.ts'
import { type AsideClaim, storeUnusedClaims } from './claims.writes.ts'
import { type FoundClaim, isOfAddress } from './fill-lead.ts'
import { compareClaims, evidenceOf } from './fusion.logic.ts'

export interface AppliedValues {
  /** Fields of the lead that changed. */
  fields: string[]
  /** Fields whose value was confirmed by a source at least as good. */
  confirmed: string[]
  /** Values that were found and are not shown, with why. */
  aside: AsideClaim[]
}

/**
 * Writes the claims into the lead, which was opened (`openLead`). `source` names the job, so that what it
 * wrote can be taken back; `records` are those by which the lead was filled.
 */
export async function applyClaims(
  tx: WorkspaceTx,
  lead: StoredLead,
  claims: readonly FoundClaim[],
  source: JsonObject,
  { now, records }: { now: Date; records: TrackRecords },
): Promise<AppliedValues> {
  const values: JsonObject = {}
  const provenance: Record<string, JsonObject> = {}
  const refreshed: Record<string, JsonObject> = {}
  const aside: AsideClaim[] = []
  const current = { data: { ...lead.data }, provenance: { ...lead.provenance } }
  const evidence: SourceEvidence[] = []
  for (const claim of claims) {
    const { field, value, accepted } = claim
    const from = claim.provenance ?? {}
    const stored = { value: current.data[field] ?? null, provenance: current.provenance[field] }
    if (!accepted) {
      aside.push({ field, value, provenance: from, reason: 'It was not sure enough to be accepted' })
      continue
    }
    if (!isOfAddress(claim, current.data.email)) {
      aside.push({
        field,
        value,
        provenance: from,
        reason: `It is said of ${String(claim.address)}, which was not taken`,
      })
      continue
    }
    const verdict = compareClaims(field, stored, claim, now.getTime(), records)
    evidence.push(...evidenceOf(verdict, stored, claim).map((one) => ({ ...one, lead_id: lead.id, field })))
    const held =
      verdict.kind === 'fills' || verdict.kind === 'replaces'
        ? await inTheWay(tx, lead, current.data, field, value)
        : null
    if (held) aside.push({ field, value, provenance: from, reason: held })
    else if (verdict.kind === 'loses') aside.push({ field, value, provenance: from, reason: verdict.reason })
    else if (verdict.kind === 'agrees') {
      if (verdict.refreshes) refreshed[field] = from
    } else {
      if (verdict.kind === 'replaces')
        aside.push({ field, value: stored.value, provenance: stored.provenance ?? {}, reason: verdict.reason })
      values[field] = value
      provenance[field] = from
      current.data[field] = value
      current.provenance[field] = from
      // What was said of the address before is not said of this one.
      if (field === 'email' && lead.data.email_status !== undefined && values.email_status === undefined) {
        values.email_status = null
        delete current.data.email_status
        delete current.provenance.email_status
      }
    }
  }
  const merged = mergeLead(lead, { data: values, provenance }, 'replace')
  const written = new Set(merged.fields.map(({ field }) => field))
  for (const [field, from] of Object.entries(provenance)) if (!written.has(field)) refreshed[field] = from
  const changed = {
    ...lead,
    ...merged,
    provenance: { ...merged.provenance, ...refreshed },
    kind: 'updated' as const,
    ...(written.size === 0 && { note: `Confirmed: ${Object.keys(refreshed).join(', ')}` }),
  }
  const isConfirmed = Object.keys(refreshed).length > 0
  if (merged.fields.length > 0 || isConfirmed) await writeLead(tx, changed, source)
  await recordEvidence(tx, evidence)
  await storeUnusedClaims(tx, lead.id, await withoutErased(tx, aside), source)
  return { fields: merged.fields.map(({ field }) => field), confirmed: Object.keys(refreshed), aside }
}

/** Those that name no erased person: a value that is kept aside is stored as well. */
async function withoutErased(tx: WorkspaceTx, aside: readonly AsideClaim[]): Promise<AsideClaim[]> {
  const records = aside.map(({ field, value }) => ({ [field]: value }))
  const erased = await readErasedLeads(tx, records)
  return aside.filter((_, at) => !erased.has(records[at] as JsonObject))
}

/** Why the value cannot be the lead's, in words; null when it can: it belongs to another lead, or to one that was erased. */
async function inTheWay(
  tx: WorkspaceTx,
  lead: StoredLead,
  data: JsonObject,
  field: string,
  value: Json,
): Promise<string | null> {
  const before = new Set(keysOf(data).map(({ key }) => key))
  const gained = keysOf({ ...data, [field]: value }).filter(({ key }) => !before.has(key))
  // A text may name the person as well; what the lead had before is compared only where the value makes it known by something else.
  const compared = gained.length === 0 ? { [field]: value } : { ...data, [field]: value }
  if ((await readErasedLeads(tx, [compared])).size > 0) return 'It names a person who was erased on request'
  if (gained.length === 0) return null
  const other = await otherHolder(tx, lead.id, gained)
  return other === undefined ? null : `Lead ${other} is known by it`
}
