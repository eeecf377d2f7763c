// A list of the API that a setting is chosen from, as its schema names it.
import type { SettingList } from '../../../../src/kernel/setting-form.ts'
import { api, currentWorkspace, take } from '../../api/client.ts'

/** One item; which members a person and the setting read, the list says. */
export type ListedItem = Record<string, unknown>

/** Null while a setting that the path names is blank. */
function filledPath(path: string, settings: Readonly<Record<string, unknown>>): string | null {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.some((name) => !settings[name])) return null
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(settings[name])))
}

async function readList(path: string): Promise<ListedItem[]> {
  const all: ListedItem[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    // No type knows an address that a schema names; all lists answer alike.
    const page: { items: object[]; next_cursor?: string | null } = await take(
      api.GET(path as '/api/workbooks', { params: { query: cursor ? { cursor } : {} } }),
    )
    all.push(...(page.items as ListedItem[]))
    cursor = page.next_cursor ?? null
  }
  return all
}

export function settingListQuery({ path }: SettingList, settings: Readonly<Record<string, unknown>>) {
  const filled = filledPath(path, settings)
  return {
    queryKey: [currentWorkspace(), 'setting list', filled],
    queryFn: () => readList(filled ?? ''),
    enabled: filled !== null,
    // It is changed on other pages.
    staleTime: 0,
  }
}
