// The icons of companies: fetched by the server from their own sites, loaded once for each domain, as pictures that a canvas draws.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import type { CellIcon } from '../../grid/model/grid.types.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'

const settingsKey = () => keys.settings('company-icons')

export const iconSettingsQuery = () => ({
  queryKey: settingsKey(),
  queryFn: () => take(api.GET('/api/settings/company-icons')),
})

export async function turnIcons(enabled: boolean) {
  const inForce = await take(api.PUT('/api/settings/company-icons', { body: { enabled } }))
  queries.setQueryData(settingsKey(), inForce)
}

/** So many are asked for at once. */
const MOST = 100
/** Rows that are scrolled past quickly are not asked for one by one. */
const SOON_MS = 150
/** How long after a site was asked its icon is looked for, and how often. */
const LOOK_AGAIN_MS = 3_000
const MOST_LOOKS = 5

/** Those of one workspace, as far as they are known. */
class IconStore {
  private readonly icons = new Map<string, CellIcon>()
  private readonly wanted = new Set<string>()
  private readonly looks = new Map<string, number>()
  private isPlanned = false
  private readonly listeners = new Set<() => void>()
  private readonly mayAsk: boolean

  constructor(mayAsk: boolean) {
    this.mayAsk = mayAsk
  }

  /** The icon of a domain. Another function after each change, so that a grid draws its cells again. */
  iconOf = (domain: string) => this.of(domain)

  private of(domain: string): CellIcon {
    const known = this.icons.get(domain)
    if (known) return known
    this.icons.set(domain, 'none')
    this.wanted.add(domain)
    this.soon(SOON_MS)
    return 'none'
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private soon(ms: number) {
    if (this.isPlanned) return
    this.isPlanned = true
    setTimeout(() => {
      this.isPlanned = false
      // What cannot be loaded now keeps its letter.
      void this.load().catch(() => undefined)
    }, ms)
  }

  private async load() {
    const domains = [...this.wanted].slice(0, MOST)
    for (const domain of domains) this.wanted.delete(domain)
    const answer = await take(api.GET('/api/company-icons', { params: { query: { domains: domains.join() } } }))
    let isNew = false
    for (const { domain, state, image } of answer.items) {
      const picture = image === null ? null : await pictureOf(image)
      if (picture) this.icons.set(domain, picture)
      isNew ||= picture !== null
      const looks = (this.looks.get(domain) ?? 0) + 1
      this.looks.set(domain, looks)
      const comes = state === 'asked' || (state === 'unknown' && this.mayAsk)
      if (comes && looks < MOST_LOOKS) this.wanted.add(domain)
    }
    if (this.wanted.size > 0) this.soon(LOOK_AGAIN_MS)
    if (isNew) this.tell()
    const unknown = answer.items.filter(({ state }) => state === 'unknown').map(({ domain }) => domain)
    if (this.mayAsk && unknown.length > 0) await take(api.POST('/api/company-icons', { body: { domains: unknown } }))
  }

  private tell() {
    this.iconOf = (domain) => this.of(domain)
    for (const listener of this.listeners) listener()
  }
}

/** Null where the browser cannot read it. */
async function pictureOf(image: string): Promise<HTMLImageElement | null> {
  const picture = new Image()
  picture.src = image
  return picture.decode().then(
    () => picture,
    () => null,
  )
}

const stores = new Map<string, IconStore>()

/** What a grid draws in front of a domain; undefined while company icons are off. */
export function useCompanyIcons(): ((domain: string) => CellIcon) | undefined {
  const workspace = useWorkspace()
  const settings = useQuery(iconSettingsQuery())
  const mayAsk = roleReaches(workspace.role, 'editor')
  const store = useMemo(() => {
    const key = `${workspace.id} ${mayAsk}`
    const known = stores.get(key) ?? new IconStore(mayAsk)
    stores.set(key, known)
    return known
  }, [workspace.id, mayAsk])
  const iconOf = useSyncExternalStore(store.subscribe, () => store.iconOf)
  return settings.data?.enabled ? iconOf : undefined
}
