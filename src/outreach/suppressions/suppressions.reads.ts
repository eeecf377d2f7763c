// Reading suppressions: the list for people, and whether addresses may be mailed at all.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { readSamePerson } from '../../records/entities/entities-of.reads.ts'
import { readErased } from '../../records/lead-facts/erasure.reads.ts'
import { type EmailAddress, hashesOf, readAddress, suppressionHash } from '../keys/address.logic.ts'
import type { Reason, Suppression } from './suppression.schema.ts'

/** Reasons that a person cannot take back. */
export const LASTING: ReadonlySet<Reason> = new Set(['unsubscribe', 'bounce', 'complaint'])

/** A program or a person read it out of a reply, and may have read it wrongly; a link that was followed leaves no doubt. */
export const wasRead = ({ reason, source }: { reason: Reason; source: string }) =>
  reason === 'unsubscribe' && source === 'reply'

/** Reasons that are about the person and not the address: under no other address of the same person may mail go out. */
export const OF_PERSON: ReadonlySet<Reason> = new Set(['unsubscribe', 'complaint', 'manual', 'erasure'])

/** What an enrollment becomes that a suppression ends. */
export const STATUS_AFTER: Record<Reason, string> = {
  unsubscribe: 'unsubscribed',
  bounce: 'bounced',
  complaint: 'complained',
  manual: 'stopped',
  erasure: 'stopped',
}

export interface Recipient {
  lead_id: number | null
  address: EmailAddress
}

export interface SuppressionMatch {
  reason: Reason
  /** The lead of the same person whose address is suppressed, where it is not this address itself. */
  merged_with: number | null
}

/**
 * Why each of the addresses may not be mailed; those that may are absent. Erased leads count, regardless of who erased them, and so do
 * other addresses of a person whose leads were merged.
 */
export async function findSuppressed(
  tx: WorkspaceTx,
  key: Buffer,
  recipients: readonly Recipient[],
): Promise<Map<string, SuppressionMatch>> {
  const found = new Map<string, SuppressionMatch>()
  if (recipients.length === 0) return found
  const byHash = new Map<string, string[]>()
  for (const { address } of recipients)
    for (const hash of hashesOf(key, address)) {
      const name = hash.toString('hex')
      byHash.set(name, [...(byHash.get(name) ?? []), address.email])
    }
  const others = await readOtherAddresses(
    tx,
    recipients.flatMap(({ lead_id }) => lead_id ?? []),
  )
  const otherHash = ({ email }: EmailAddress) => suppressionHash(key, 'address', email).toString('hex')
  const hashes = [...byHash.keys(), ...[...others.values()].flat().map(({ address }) => otherHash(address))]
  const { rows } = await tx.client.query<{ hash: Buffer; reason: Reason }>(
    `select s.hash, s.reason from jsonb_array_elements_text($2::jsonb) as asked (hex)
     join suppressions s on s.workspace_id = $1 and s.hash = decode(asked.hex, 'hex')`,
    [tx.workspace_id, JSON.stringify([...new Set(hashes)])],
  )
  const reasons = new Map(rows.map(({ hash, reason }) => [hash.toString('hex'), reason]))
  for (const { lead_id, address } of recipients)
    for (const other of (lead_id !== null && others.get(lead_id)) || []) {
      const reason = reasons.get(otherHash(other.address))
      if (reason && OF_PERSON.has(reason)) found.set(address.email, { reason, merged_with: other.lead_id })
    }
  for (const [hash, reason] of reasons)
    for (const email of byHash.get(hash) ?? []) found.set(email, { reason, merged_with: null })
  for (const email of await readErased(
    tx,
    recipients.map(({ address }) => address.email),
  ))
    found.set(email, { reason: 'erasure', merged_with: null })
  return found
}

/** Addresses that merged leads of the same person have or were enrolled with, by lead. */
async function readOtherAddresses(
  tx: WorkspaceTx,
  leadIds: readonly number[],
): Promise<Map<number, { lead_id: number; address: EmailAddress }[]>> {
  const people = await readSamePerson(tx, leadIds)
  if (people.size === 0) return new Map()
  const { rows } = await tx.client.query<{ lead_id: number; email: string | null }>(
    `select id as lead_id, data ->> 'email' as email from leads where workspace_id = $1 and id = any($2::bigint[])
     union select lead_id, data ->> 'email' from merged_leads where workspace_id = $1 and lead_id = any($2::bigint[])
     union select lead_id, email from enrollments where workspace_id = $1 and lead_id = any($2::bigint[])`,
    [tx.workspace_id, [...new Set([...people.values()].flat())]],
  )
  const known = rows.flatMap(({ lead_id, email }) => {
    const address = readAddress(email)
    return address ? [{ lead_id: Number(lead_id), address }] : []
  })
  return new Map(
    [...people].map(([lead_id, fellows]) => [lead_id, known.filter((one) => fellows.includes(one.lead_id))]),
  )
}

export interface StoredSuppression {
  id: string
  scope: 'address' | 'domain'
  value: string | null
  reason: Reason
  source: string
  note: string | null
  sequence_id: string | null
  message_id: string | null
  created_at: Date
}

export const SUPPRESSION_COLUMNS = 'id, scope, value, reason, source, note, sequence_id, message_id, created_at'

export function showSuppression(stored: StoredSuppression): Suppression {
  const { reason, created_at } = stored
  return {
    ...stored,
    can_delete: !LASTING.has(reason),
    can_take_back: wasRead(stored),
    created_at: created_at.toISOString(),
  }
}

const LIST = 'suppressions by time'

export async function readSuppressions(
  tx: WorkspaceTx,
  key: Buffer | null,
  asked: {
    search?: string | undefined
    reason?: string | undefined
    scope?: string | undefined
    limit: number
    cursor?: string | undefined
  },
) {
  const after = decodeCursor(LIST, asked.cursor)
  const search = asked.search?.trim().toLowerCase() ?? ''
  const address = readAddress(search)
  // A whole address is also found where only its hash is kept.
  const hash = address && key ? suppressionHash(key, 'address', address.email) : null
  const where = `workspace_id = $1 and ($2::text is null or reason = $2) and ($3::text is null or scope = $3)
    and ($4 = '' or value like $5 || '%' or hash = $6)`
  const values = [
    tx.workspace_id,
    asked.reason ?? null,
    asked.scope ?? null,
    search,
    search.replace(/[\\%_]/g, '\\$&'),
    hash,
  ]
  const { rows } = await tx.client.query<StoredSuppression>(
    `select ${SUPPRESSION_COLUMNS} from suppressions where ${where}
       and ($7::timestamptz is null or (created_at, id) < ($7, $8::uuid)) order by created_at desc, id desc limit $9`,
    [...values, after?.[0] ?? null, after?.[1] ?? null, asked.limit + 1],
  )
  const counted = await tx.client.query<{ total: number }>(
    `select count(*)::int as total from suppressions where ${where}`,
    values,
  )
  const page = pageOf(LIST, rows, asked.limit, ({ created_at, id }) => [created_at.toISOString(), id])
  return { items: page.items.map(showSuppression), next_cursor: page.next_cursor, total: counted.rows[0]?.total ?? 0 }
}
