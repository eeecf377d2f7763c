// The outside world as lookups see it, with the copies of pages of its workspace.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpClient } from '../../platform/net/client.ts'
import type { DnsAsker } from '../../platform/net/dns.ts'
import type { PageReader } from '../../platform/net/pages.ts'
import type { SmtpAsker } from '../../platform/net/smtp.ts'
import { createTools } from '../../platform/net/tools.ts'
import type { Colleague, Tools } from '../../providers/kit/outside.ts'

export function lookupTools(parts: {
  database: Database
  client: HttpClient
  pages: PageReader
  /** Absent where mail servers must not be contacted. */
  smtp?: SmtpAsker | undefined
  /** Default: the DNS servers of this machine. */
  dns?: DnsAsker
  now: () => Date
}): (workspaceId: WorkspaceId, how?: { fresh: boolean }) => Tools {
  const { database, client, pages, smtp, dns, now } = parts
  return (workspaceId, { fresh } = { fresh: false }) => {
    const tools = createTools({
      client,
      pages,
      copies: workspaceId,
      fresh,
      now: () => now().getTime(),
      ...(smtp && { smtp }),
      ...(dns && { dns }),
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
        where workspace_id = $1 and site_domain = $2 and merged_into is null and split_part(data ->> 'email', '@', 2) = $2
        order by id desc limit ${MOST_COLLEAGUES}`,
      [workspaceId, domain],
    )
    return rows
  })
}
