// What is stored of the icons of companies, and whether they are fetched.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readWebDomain } from '../../providers/domains/domain.ts'
import { readSetting } from '../settings/setting.commands.ts'
import type { CompanyIcon } from './company-icons.schema.ts'

export const KEY = 'company_icons'

export async function readIconSettings(tx: WorkspaceTx): Promise<{ enabled: boolean }> {
  return { enabled: (await readSetting(tx, KEY)).enabled === true }
}

/** The domain that a site belongs to; null for what is no public name of one company. */
export function companyDomain(text: string): string | null {
  const reading = readWebDomain(text)
  return reading.ok && reading.known_suffix ? reading.domain : null
}

interface Stored {
  domain: string
  state: 'asked' | 'ready' | 'none'
  media_type: string | null
  image: Buffer | null
}

/** Of each domain, as it was asked for. Off, nothing is shown that was fetched before. */
export async function readIcons(
  tx: WorkspaceTx,
  asked: readonly string[],
  now: Date,
): Promise<{ enabled: boolean; items: CompanyIcon[] }> {
  const { enabled } = await readIconSettings(tx)
  const names = new Map(asked.map((domain) => [domain, companyDomain(domain)]))
  const { rows } = enabled
    ? await tx.client.query<Stored>(
        `select domain, state, media_type, image from company_icons
         where workspace_id = $1 and domain = any($2) and expires_at > $3`,
        [tx.workspace_id, [...new Set(names.values())].filter((one) => one !== null), now],
      )
    : { rows: [] }
  const stored = new Map(rows.map((row) => [row.domain, row]))
  const items = [...names].map(([domain, name]): CompanyIcon => {
    if (name === null) return { domain, state: 'none', image: null }
    const known = stored.get(name)
    const image =
      known?.image && known.media_type ? `data:${known.media_type};base64,${known.image.toString('base64')}` : null
    return { domain, state: known?.state ?? 'unknown', image }
  })
  return { enabled, items }
}
