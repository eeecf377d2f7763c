// Reading suppressions: the list for people, and whether addresses may be mailed at all.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { readErased } from '../../records/lead-facts/erasure.reads.ts'
import { type Address, hashesOf, readAddress, suppressionHash } from '../keys/address.logic.ts'
import type { Reason, Suppression } from './suppression.schema.ts'

/** Reasons that a person cannot take back. */
export const LASTING: ReadonlySet<Reason> = new Set(['unsubscribe', 'bounce', 'complaint'])

/** Why each of the addresses may not be mailed; those that may are absent. Erased leads count, regardless of who erased them. */
export async function findSuppressed(
  tx: WorkspaceTx,
  key: Buffer,
  addresses: readonly Address[],
): Promise<Map<string, Reason>> {
  const byHash = new Map<string, string[]>()
  for (const address of addresses)
    for (const hash of hashesOf(key, address)) {
      const name = hash.toString('hex')
      const known = byHash.get(name)
      if (known) known.push(address.email)
      else byHash.set(name, [address.email])
    }
  const found = new Map<string, Reason>()
  if (byHash.size === 0) return found
  const { rows } = await tx.client.query<{ hash: Buffer; reason: Reason }>(
    `select s.hash, s.reason from jsonb_array_elements_text($2::jsonb) as asked (hex)
     join suppressions s on s.workspace_id = $1 and s.hash = decode(asked.hex, 'hex')`,
    [tx.workspace_id, JSON.stringify([...byHash.keys()])],
  )
  for (const { hash, reason } of rows)
    for (const email of byHash.get(hash.toString('hex')) ?? []) found.set(email, reason)
  for (const email of await readErased(
    tx,
    addresses.map((one) => one.email),
  ))
    found.set(email, 'erasure')
  return found
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
  return { ...stored, can_delete: !LASTING.has(stored.reason), created_at: stored.created_at.toISOString() }
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
