// The table of company icons: a line for each domain that was asked for, with the picture where there is one.
import type { WorkspaceTx } from '../../platform/db/database.ts'

/** More would fill the database with pictures: 5,000 are at most 160 MB. */
const MOST_ICONS = 5000
const DAY_MS = 86_400_000
/** After this long a request that a killed worker had is made again. */
const ASKED_MS = 600_000
const FOUND_DAYS = 30
const NONE_DAYS = 7
/** A site that could not be read may be well tomorrow. */
const UNREAD_DAYS = 1

/** What a fetch brought: a picture, that there is none, or that the site could not be read. */
export type IconOutcome = { media_type: string; image: Buffer } | 'none' | 'unread'

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** Marks unknown domains as asked for, and returns them; of concurrent requests only one gets a domain to fetch. */
export async function markAsked(tx: WorkspaceTx, domains: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await tx.client.query<{ domain: string }>(
    `insert into company_icons (workspace_id, domain, state, expires_at)
     select $1, d.domain, 'asked', $4 from unnest($2::text[]) as d (domain)
     where (select count(*) from (select 1 from company_icons where workspace_id = $1 limit ${MOST_ICONS}) c) < ${MOST_ICONS}
     order by d.domain
     on conflict (workspace_id, domain) do update set state = 'asked', media_type = null, image = null, expires_at = $4
       where company_icons.expires_at <= $3
     returning domain`,
    [tx.workspace_id, domains, now, later(now, ASKED_MS)],
  )
  return rows.map(({ domain }) => domain)
}

/** Stores the outcome for a domain that was asked for. A line that was deleted meanwhile, as by an erasure, does not come back. */
export async function storeIcon(tx: WorkspaceTx, domain: string, outcome: IconOutcome, now: Date): Promise<void> {
  const icon = typeof outcome === 'object' ? outcome : null
  const days = icon ? FOUND_DAYS : outcome === 'unread' ? UNREAD_DAYS : NONE_DAYS
  await tx.client.query(
    `update company_icons set state = $3, media_type = $4, image = $5, expires_at = $6
     where workspace_id = $1 and domain = $2 and state = 'asked'`,
    [
      tx.workspace_id,
      domain,
      icon ? 'ready' : 'none',
      icon?.media_type ?? null,
      icon?.image ?? null,
      later(now, days * DAY_MS),
    ],
  )
}

export async function forgetIcons(tx: WorkspaceTx): Promise<void> {
  await tx.client.query('delete from company_icons where workspace_id = $1', [tx.workspace_id])
}

/** Deletes the lines that are out of date. */
export async function sweepIcons(tx: WorkspaceTx, now: Date): Promise<void> {
  await tx.client.query('delete from company_icons where workspace_id = $1 and expires_at <= $2', [
    tx.workspace_id,
    now,
  ])
}
