// What the page on screen is called: shown as breadcrumb and tab title, renamed in place when it can be.
import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface PageAddress {
  title: string
  /** The list this page belongs to. */
  parent?: { title: string; to: string }
  /** Renames the thing; rejects when refused. */
  rename?: (name: string) => Promise<unknown>
}

let page: PageAddress = { title: '' }
const listeners = new Set<() => void>()

function set(next: PageAddress) {
  page = next
  document.title = next.title ? `${next.title} · Millrace` : 'Millrace'
  for (const tell of listeners) tell()
}

/** Call in a page with what it shows; while it loads, leave the title empty. */
export function usePage(next: PageAddress) {
  const latest = useRef(next)
  latest.current = next
  const { title, parent } = next
  const renames = Boolean(next.rename)
  const parentTitle = parent?.title
  const parentTo = parent?.to
  // The next page sets its own title when it has one; until then this one's would be wrong.
  useEffect(() => () => set({ title: '' }), [])
  useEffect(() => {
    set({
      title,
      ...(parentTitle && parentTo ? { parent: { title: parentTitle, to: parentTo } } : {}),
      ...(renames ? { rename: async (name) => await latest.current.rename?.(name) } : {}),
    })
  }, [title, parentTitle, parentTo, renames])
}

export function useCurrentPage(): PageAddress {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => page,
  )
}
