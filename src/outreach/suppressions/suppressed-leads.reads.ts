// Finds suppressed leads: by their address, or by the domain of their address or website.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { StoredLead } from '../../records/lead-facts/lead.reads.ts'
import { type EmailAddress, readAddress, readDomain } from '../keys/address.logic.ts'
import type { OutreachKeys } from '../keys/workspace-key.ts'
import { findSuppressed } from './suppressions.reads.ts'

export async function readSuppressedLeads(
  tx: WorkspaceTx,
  keys: OutreachKeys,
  leads: readonly StoredLead[],
): Promise<ReadonlySet<number>> {
  // Without a key there is no suppression either.
  const key = await keys.find(tx)
  if (!key) return new Set()
  const of = leads.map(({ id, data }) => ({ id, address: addressOf(data) }))
  const suppressed = await findSuppressed(
    tx,
    key,
    of.flatMap(({ id, address }) => (address ? [{ lead_id: id, address }] : [])),
  )
  return new Set(of.flatMap(({ id, address }) => (address && suppressed.has(address.email) ? [id] : [])))
}

/** For a lead without an address the domain alone counts. */
function addressOf({ email, domain }: StoredLead['data']): EmailAddress | null {
  const address = readAddress(email)
  if (address) return address
  const site = readDomain(domain)
  return site === null ? null : { email: `@${site}`, domain: site }
}
