// Fetches icons of companies: the home page as lookups read it, then one picture from the company's own domain.
import { Type } from 'typebox'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpClient } from '../../platform/net/client.ts'
import type { NetFailureKind } from '../../platform/net/failure.ts'
import type { PageReader } from '../../platform/net/pages.ts'
import { OF_LOOKUPS, type SiteReader } from '../../platform/net/polite-client.ts'
import { defineJob, handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { registrableDomain } from '../../providers/domains/domain.ts'
import type { VisitTools } from '../../providers/kit/kit.ts'
import type { Tools } from '../../providers/kit/outside.ts'
import { leadsElsewhere, readHomePage } from '../../providers/web-reader/home-page.ts'
import { chooseIcons, isOfCompany } from './choose-icon.logic.ts'
import { readIconSettings } from './company-icons.reads.ts'
import { MOST_DOMAINS } from './company-icons.schema.ts'
import { type IconOutcome, storeIcon } from './company-icons.writes.ts'
import { MOST_ICON_BYTES, readIconImage } from './icon-image.logic.ts'

export const FETCH_ICONS = defineJob({
  name: 'company_icons.fetch',
  payload: Type.Object({ domains: Type.Array(Type.String(), { maxItems: MOST_DOMAINS }) }),
  attempts: 2,
  lane: 'network',
})

export interface IconParts {
  database: Database
  client: Pick<HttpClient, 'request'>
  pages: Pick<PageReader, 'mayFetch'>
  toolsFor: (workspaceId: WorkspaceId) => Tools
  now: () => Date
}

/** Sites at once; a screen of rows is asked for in one job. */
const AT_ONCE = 6
const TIMEOUT_MS = 8_000
/** Failures that say nothing of whether there is an icon. */
const WITHOUT_ANSWER: ReadonlySet<NetFailureKind> = new Set([
  'timeout',
  'aborted',
  'dns',
  'connect',
  'tls',
  'bad_reply',
])

export function companyIconJobs({ database, client, pages, toolsFor, now }: IconParts): JobHandler[] {
  async function fetchPicture(
    address: string,
    domains: readonly string[],
    reader: SiteReader,
    signal: AbortSignal,
  ): Promise<IconOutcome> {
    const may = await pages.mayFetch(new URL(address), reader, signal)
    if (!may) return may === undefined ? 'unread' : 'none'
    const answer = await client.request(
      {
        url: address,
        headers: { accept: 'image/png, image/webp, image/jpeg, image/x-icon' },
        timeout_ms: TIMEOUT_MS,
        redirects: 2,
        may_go_to: (url) => isOfCompany(url, domains),
        body_limits: (status) => (status === 200 ? { max_bytes: MOST_ICON_BYTES, on_limit: 'fail' } : null),
      },
      signal,
    )
    if (!answer.ok) return WITHOUT_ANSWER.has(answer.failure.kind) ? 'unread' : 'none'
    if (answer.status === 429 || answer.status >= 500) return 'unread'
    const read = answer.status === 200 ? readIconImage(answer.body) : null
    return read ? { media_type: read.media_type, image: answer.body } : 'none'
  }

  async function fetchIcon(
    domain: string,
    tools: Tools,
    reader: SiteReader,
    signal: AbortSignal,
  ): Promise<IconOutcome> {
    const fetchPage: VisitTools['fetchPage'] = (url, options = {}) => tools.fetchPage(url, options, signal)
    const dns: VisitTools['dns'] = (name, type) => tools.dns(name, type, signal)
    const home = await readHomePage({ repeat_free: true }, domain, { fetchPage, dns })
    if (!('facts' in home)) return home.kind === 'not_found' ? 'none' : 'unread'
    const { page, facts, asked } = home
    // A site may pass on to another domain of the same firm; where it may be of another one, its icon is not this company's.
    const reached = leadsElsewhere(asked, page.url, '') ? null : registrableDomain(new URL(page.url).hostname)
    const domains = reached === null ? [domain] : [domain, reached]
    let outcome: IconOutcome = 'none'
    for (const address of chooseIcons(page.url, facts, domains)) {
      const icon = await fetchPicture(address, domains, reader, signal)
      if (typeof icon === 'object') return icon
      if (icon === 'unread') outcome = icon
    }
    return outcome
  }

  return [
    handleWorkspaceJob(FETCH_ICONS, async ({ domains }, { workspace_id, signal }) => {
      const tools = toolsFor(workspace_id)
      const reader: SiteReader = { ...OF_LOOKUPS, copies: workspace_id }
      await mapConcurrent(domains, AT_ONCE, async (domain) => {
        // Turned off meanwhile, the rest is not asked.
        const { enabled } = await database.inWorkspace(workspace_id, readIconSettings)
        if (!enabled || signal.aborted) return
        const icon = await fetchIcon(domain, tools, reader, signal)
        // A process that ends knows nothing of the site; the line is asked for again.
        if (signal.aborted) return
        await database.inWorkspace(workspace_id, (tx) => storeIcon(tx, domain, icon, now()))
      })
    }),
  ]
}
