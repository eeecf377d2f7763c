// Documents that all who read politely share, by address. Public, fetched without credentials; nothing here says who asked for them.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { Tx } from '../db/database.ts'
import type { HttpResponse } from './client.ts'

const [pack, unpack] = [promisify(deflate), promisify(inflate)]

export interface StoredDocument {
  url: string
  status: number
  headers: Record<string, string>
  body: Buffer
  body_hash: string
  truncated: boolean
  checked_at: Date
}

/** Headers that matter for reading the document later, or for fetching it again. */
const KEPT =
  /^(?:content-type|etag|last-modified|cache-control|location|link|server|x-[\w-]+|via|set-cookie|retry-after)$/
const MAX_HEADERS = 8_000

const keyOf = (key: string) => createHash('sha256').update(key).digest()
export const bodyHash = (body: Buffer) => createHash('sha256').update(body).digest('base64url').slice(0, 22)

export async function readDocument(tx: Tx, key: string): Promise<StoredDocument | undefined> {
  const { rows } = await tx.client.query<StoredDocument>({
    name: 'document_read',
    text: 'select url, status, headers, body, body_hash, truncated, checked_at from fetched_documents where url_hash = $1',
    values: [keyOf(key)],
  })
  const [row] = rows
  return row && { ...row, body: await unpack(row.body) }
}

/** Stores the answer for all workspaces; returns the hash of its body. */
export async function storeDocument(tx: Tx, key: string, url: string, reply: HttpResponse, now: Date): Promise<string> {
  const hash = bodyHash(reply.body)
  const headers = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => KEPT.test(name)))
  // Values of cookies are a visitor's; their names tell technologies.
  if (headers['set-cookie']) headers['set-cookie'] = headers['set-cookie'].replace(/=[^;,]*/g, '=')
  const kept =
    JSON.stringify(headers).length <= MAX_HEADERS ? headers : { 'content-type': headers['content-type'] ?? '' }
  await tx.client.query(
    `insert into fetched_documents as d (url_hash, url, status, headers, body, body_hash, truncated, fetched_at, checked_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8)
     on conflict (url_hash) do update set url = excluded.url, status = excluded.status, headers = excluded.headers, body = excluded.body,
       body_hash = excluded.body_hash, truncated = excluded.truncated, fetched_at = excluded.fetched_at, checked_at = excluded.checked_at,
       changed_at = case when d.body_hash = excluded.body_hash then d.changed_at else excluded.changed_at end`,
    [
      keyOf(key),
      url.slice(0, 4_000),
      reply.status,
      JSON.stringify(kept),
      await pack(reply.body),
      hash,
      reply.truncated,
      now,
    ],
  )
  return hash
}

/** The server said that it is still so. */
export async function markChecked(tx: Tx, key: string, now: Date): Promise<void> {
  await tx.client.query('update fetched_documents set checked_at = $2 where url_hash = $1', [keyOf(key), now])
}
