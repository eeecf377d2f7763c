// Fetches icons of companies: the home page as lookups read it, then one picture from the company's own domain.
import { Type } from 'typebox'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpClient } from '../../platform/net/client.ts'
import { defineJob, handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { registrableDomain } from '../../providers/domains/domain.ts'
import type { VisitTools } from '../../providers/kit/kit.ts'
import type { Tools } from '../../providers/kit/outside.ts'
import { leadsElsewhere, readHomePage } from '../../providers/web-reader/home-page.ts'
import { chooseIcons, isOfCompany } from './choose-icon.logic.ts'
import { readIconSettings } from './company-icons.reads.ts'
import { MOST_DOMAINS } from './company-icons.schema.ts'
import { storeIcon } from './company-icons.writes.ts'
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
  toolsFor: (workspaceId: WorkspaceId) => Tools
  now: () => Date
}

/** Sites at once; a screen of rows is asked for in one job. */
const AT_ONCE = 6
const TIMEOUT_MS = 8_000

export function companyIconJobs({ database, client, toolsFor, now }: IconParts): JobHandler[] {
  async function fetchPicture(address: string, domains: readonly string[], signal: AbortSignal) {
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
    const read = answer.ok && answer.status === 200 ? readIconImage(answer.body) : null
    return answer.ok && read ? { media_type: read.media_type, image: answer.body } : null
  }

  async function fetchIcon(domain: string, tools: Tools, signal: AbortSignal) {
    const fetchPage: VisitTools['fetchPage'] = (url, options = {}) => tools.fetchPage(url, options, signal)
    const dns: VisitTools['dns'] = (name, type) => tools.dns(name, type, signal)
    const home = await readHomePage({ repeat_free: true }, domain, { fetchPage, dns })
    if (!('facts' in home)) return null
    const { page, facts, asked } = home
    // A site may pass on to another domain of the same firm; where it may be of another one, its icon is not this company's.
    const reached = leadsElsewhere(asked, page.url, '') ? null : registrableDomain(new URL(page.url).hostname)
    const domains = reached === null ? [domain] : [domain, reached]
    for (const address of chooseIcons(page.url, facts, domains)) {
      const icon = await fetchPicture(address, domains, signal)
      if (icon) return icon
    }
    return null
  }

  return [
    handleWorkspaceJob(FETCH_ICONS, async ({ domains }, { workspace_id, signal }) => {
      const tools = toolsFor(workspace_id)
      await mapConcurrent(domains, AT_ONCE, async (domain) => {
        // Turned off meanwhile, the rest is not asked.
        const { enabled } = await database.inWorkspace(workspace_id, readIconSettings)
        if (!enabled || signal.aborted) return
        const icon = await fetchIcon(domain, tools, signal)
        await database.inWorkspace(workspace_id, (tx) => storeIcon(tx, domain, icon, now()))
      })
    }),
  ]
}
