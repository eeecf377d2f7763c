// Copies of what sites answered, by address: a workspace has those of its lookups, and all share public documents and rules of sites.
import { createHash } from 'node:crypto'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Tx } from '../db/database.ts'

export interface PageCopy {
  status: number
  headers: Record<string, string>
  body: string
  truncated: boolean
  /** When the site sent it, or last confirmed it. */
  fetched_at: Date
}

/** Where a copy is kept. */
export interface CopyPlace {
  owner: WorkspaceId
  key: string
}

/** The owner of shared copies: it is no workspace, and no copy names who requested it. */
export const SHARED_OWNER = '00000000-0000-0000-0000-000000000000' as WorkspaceId

const DAY_MS = 86_400_000
/** The longest interval of a watch is a week, doubled twice: after so long no poll has use for a document. */
const SHARED_DAYS = 30
/** What a lookup reads of a site is used again on the same day only. */
const LOOKUP_DAYS = 1

/** Headers that matter for reading the copy later, or for fetching it again. */
const KEPT =
  /^(?:content-type|etag|last-modified|cache-control|location|link|server|(?:x|sw)-[\w-]+|cf-ray|powered-by|via|set-cookie|retry-after)$/
const MAX_HEADERS = 8_000

const hashOf = (key: string) => createHash('sha256').update(key).digest()
const expiry = (owner: WorkspaceId, now: Date) =>
  new Date(now.getTime() + (owner === SHARED_OWNER ? SHARED_DAYS : LOOKUP_DAYS) * DAY_MS)

export async function readCopy(tx: Tx, { owner, key }: CopyPlace, now: Date): Promise<PageCopy | undefined> {
  const { rows } = await tx.client.query<PageCopy>({
    name: 'page_copy',
    text: `select status, headers, body, truncated, fetched_at from page_cache
      where workspace_id = $1 and url_hash = $2 and expires_at > $3`,
    values: [owner, hashOf(key), now],
  })
  return rows[0]
}

export async function storeCopy(tx: Tx, place: CopyPlace, url: string, copy: PageCopy): Promise<void> {
  const { owner, key } = place
  const headers = Object.fromEntries(Object.entries(copy.headers).filter(([name]) => KEPT.test(name)))
  // Values of cookies belong to a visitor; their names reveal technologies.
  if (headers['set-cookie']) headers['set-cookie'] = headers['set-cookie'].replace(/=[^;,]*/g, '=')
  const kept = JSON.stringify(headers).length <= MAX_HEADERS ? headers : short(headers)
  await tx.client.query(
    `insert into page_cache (workspace_id, url_hash, url, status, headers, body, truncated, fetched_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (workspace_id, url_hash) do update set status = excluded.status, headers = excluded.headers, body = excluded.body,
       truncated = excluded.truncated, fetched_at = excluded.fetched_at, expires_at = excluded.expires_at`,
    [
      owner,
      hashOf(key),
      url.slice(0, 4_000),
      copy.status,
      JSON.stringify(kept).replaceAll('\\u0000', ''),
      copy.body,
      copy.truncated,
      copy.fetched_at,
      expiry(owner, copy.fetched_at),
    ],
  )
}

const short = ({ 'content-type': type, location }: Record<string, string>) => ({
  ...(type && { 'content-type': type }),
  ...(location && { location }),
})

/** Records that the site confirmed the copy. */
export async function markChecked(tx: Tx, { owner, key }: CopyPlace, now: Date): Promise<void> {
  await tx.client.query(
    'update page_cache set fetched_at = $3, expires_at = $4 where workspace_id = $1 and url_hash = $2',
    [owner, hashOf(key), now, expiry(owner, now)],
  )
}
