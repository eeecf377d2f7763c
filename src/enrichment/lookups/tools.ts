// The outside world as lookups see it, with a page cache per workspace.
import { createHash } from 'node:crypto'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpClient } from '../../platform/net/client.ts'
import type { PageCache, PageReader, WebPage } from '../../platform/net/pages.ts'
import type { SmtpAsker } from '../../platform/net/smtp.ts'
import { createTools } from '../../platform/net/tools.ts'
import type { Colleague, Tools } from '../../providers/kit/outside.ts'

const PAGE_DAYS = 1

export function lookupTools(parts: {
  database: Database
  client: HttpClient
  pages: PageReader
  /** Absent where mail servers must not be contacted. */
  smtp?: SmtpAsker | undefined
  now: () => Date
}): (workspaceId: WorkspaceId, how?: { fresh: boolean }) => Tools {
  const { database, client, pages, smtp, now } = parts
  return (workspaceId, { fresh } = { fresh: false }) => {
    const tools = createTools({
      client,
      pages,
      cache: pageCache(database, workspaceId),
      fresh,
      now: () => now().getTime(),
      ...(smtp && { smtp }),
    })
    return { ...tools, colleagues: (domain) => colleaguesOf(database, workspaceId, domain) }
  }
}

/** How addresses of a company are built shows in a hundred of them. */
const MOST_COLLEAGUES = 100

/** People of the workspace's leads with an address at the domain. */
async function colleaguesOf(database: Database, workspaceId: WorkspaceId, domain: string): Promise<Colleague[]> {
  return database.inWorkspace(workspaceId, async (tx) => {
    const { rows } = await tx.client.query<Colleague>(
      `select data ->> 'email' as email, data ->> 'contact_person' as full_name from leads
        where workspace_id = $1 and site_domain = $2 and split_part(data ->> 'email', '@', 2) = $2
        order by id desc limit ${MOST_COLLEAGUES}`,
      [workspaceId, domain],
    )
    return rows
  })
}

function pageCache(database: Database, workspaceId: WorkspaceId): PageCache {
  const hash = (url: string) => createHash('sha256').update(url).digest()
  return {
    get: (url) =>
      database.inWorkspace(workspaceId, async (tx) => {
        const { rows } = await tx.client.query<{ page: WebPage }>(
          'select page from page_cache where workspace_id = $1 and url_hash = $2 and expires_at > now()',
          [workspaceId, hash(url)],
        )
        return rows[0]?.page
      }),
    put: (url, page) =>
      database.inWorkspace(workspaceId, async (tx) => {
        await tx.client.query(
          `insert into page_cache (workspace_id, url_hash, url, page, expires_at)
            values ($1, $2, $3, $4, now() + interval '${PAGE_DAYS} days')
            on conflict (workspace_id, url_hash)
            do update set page = excluded.page, fetched_at = now(), expires_at = excluded.expires_at`,
          // PostgreSQL stores no NUL, and a page is only read for its text.
          [workspaceId, hash(url), url.slice(0, 4000), JSON.stringify(page).replaceAll('\\u0000', '')],
        )
      }),
  }
}
