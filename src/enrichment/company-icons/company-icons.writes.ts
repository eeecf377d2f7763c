// The table of company icons: a line for each domain that was asked for, with the picture where there is one.
import type { WorkspaceTx } from '../../platform/db/database.ts'

/** More would fill the database with pictures: 5,000 are at most 160 MB. */
const MOST_ICONS = 5000
const DAY_MS = 86_400_000
/** After this long a request that a killed worker had is made again. */
const ASKED_MS = 600_000
const FOUND_DAYS = 30
const NONE_DAYS = 7

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** Marks the domains of which nothing is known as asked for, and says which those are: each is fetched by one request alone. */
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

/** What became of a domain that was asked for; a line that was deleted meanwhile, as by an erasure, does not come back. */
export async function storeIcon(
  tx: WorkspaceTx,
  domain: string,
  icon: { media_type: string; image: Buffer } | null,
  now: Date,
): Promise<void> {
  await tx.client.query(
    `update company_icons set state = $3, media_type = $4, image = $5, expires_at = $6
     where workspace_id = $1 and domain = $2 and state = 'asked'`,
    [
      tx.workspace_id,
      domain,
      icon ? 'ready' : 'none',
      icon?.media_type ?? null,
      icon?.image ?? null,
      later(now, (icon ? FOUND_DAYS : NONE_DAYS) * DAY_MS),
    ],
  )
}

export async function forgetIcons(tx: WorkspaceTx): Promise<void> {
  await tx.client.query('delete from company_icons where workspace_id = $1', [tx.workspace_id])
}

export const ICON_SWEEP = 'delete from company_icons where expires_at < now()'
