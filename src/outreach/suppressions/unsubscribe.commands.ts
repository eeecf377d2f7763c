// The unsubscribe link of a message: it can end mail to one address, and nothing else.
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { suppressionHash } from '../keys/address.logic.ts'
import { claimOfToken, readUnsubscribeToken, type UnsubscribeToken } from '../keys/tokens.logic.ts'
import type { OutreachKeys } from '../keys/workspace-key.ts'
import { unsubscribed } from '../outreach.events.ts'
import { type NewSuppression, suppress } from './suppress.commands.ts'

interface Enrolled {
  sequence_id: string
  lead_id: number
  email: string
  domain: string
  country: string | null
  scope: string
}

async function inTokenWorkspace<T>(
  database: Database,
  keys: OutreachKeys,
  token: string,
  work: (tx: WorkspaceTx, read: UnsubscribeToken, key: Buffer) => Promise<T>,
): Promise<T | null> {
  const claim = claimOfToken(token)
  if (!claim) return null
  const workspaceId = 'name' in claim ? await keys.workspaceOfLink(database, claim.name) : claim.workspace_id
  if (!workspaceId) return null
  return database.inWorkspace(workspaceId, async (tx) => {
    const key = await keys.find(tx)
    const read = key && readUnsubscribeToken(key, token)
    return key && read ? work(tx, read, key) : null
  })
}

/** Null for a token that is not ours. */
export function findUnsubscribe(
  database: Database,
  keys: OutreachKeys,
  token: string,
): Promise<{ is_done: boolean; country: string | null } | null> {
  return inTokenWorkspace(database, keys, token, async (tx, { address_hash, enrollment_id }) => {
    const { rows } = await tx.client.query<{ is_done: boolean; country: string | null }>(
      `select exists (select 1 from suppressions where workspace_id = $1 and scope = 'address' and hash = $2
           and reason in ('unsubscribe', 'complaint', 'erasure')) as is_done,
         (select country from enrollments where workspace_id = $1 and id = $3) as country`,
      [tx.workspace_id, address_hash, enrollment_id],
    )
    return rows[0] ?? { is_done: false, country: null }
  })
}

/** Acts at once and again; null for a token that is not ours. Returns the country of the recipient, where it is known. */
export function unsubscribe(
  database: Database,
  keys: OutreachKeys,
  token: string,
): Promise<{ country: string | null } | null> {
  return inTokenWorkspace(database, keys, token, async (tx, { enrollment_id, address_hash }, key) => {
    // The enrollment and its lead may be gone: the hash in the token is enough.
    const { rows } = await tx.client.query<Enrolled>(
      `select e.sequence_id, e.lead_id, e.email, e.domain, e.country, s.settings ->> 'unsubscribe_scope' as scope from enrollments e
       join sequences s on s.workspace_id = e.workspace_id and s.id = e.sequence_id
       where e.workspace_id = $1 and e.id = $2 and e.address_hash = $3`,
      [tx.workspace_id, enrollment_id, address_hash],
    )
    const enrolled = rows[0]
    const sequence_id = enrolled?.sequence_id ?? null
    const entry: NewSuppression = {
      scope: 'address',
      hash: address_hash,
      value: enrolled?.email ?? null,
      reason: 'unsubscribe',
      source: 'one-click',
      sequence_id,
    }
    const entries = [entry]
    // A link of a message from before spellings counted as one.
    const hash = enrolled && suppressionHash(key, 'address', enrolled.email)
    if (hash && !hash.equals(address_hash)) entries.push({ ...entry, hash })
    if (enrolled?.scope === 'domain')
      entries.push({
        ...entry,
        scope: 'domain',
        value: enrolled.domain,
        hash: suppressionHash(key, 'domain', enrolled.domain),
      })
    const { added } = await suppress(tx, entries)
    if (enrolled)
      await tx.client.query(
        `update outbound_messages set unsubscribed_at = coalesce(unsubscribed_at, now()) where workspace_id = $1 and id = (
           select id from outbound_messages where workspace_id = $1 and enrollment_id = $2 and state = 'sent' order by sent_at desc limit 1)`,
        [tx.workspace_id, enrollment_id],
      )
    if (added > 0)
      await emit(tx, unsubscribed, {
        enrollment_id: enrolled ? enrollment_id : null,
        sequence_id,
        lead_id: enrolled?.lead_id ?? null,
      })
    return { country: enrolled?.country ?? null }
  })
}
