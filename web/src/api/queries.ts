// How answers of the API are kept: one cache, keys that begin with the workspace, retries only where they can help.
import { QueryClient } from '@tanstack/react-query'
import { currentWorkspace } from './client.ts'
import { eventsHeard } from './events.ts'
import { asProblem, isAborted } from './problem.ts'

/** How many events had been heard when each answer was asked for. */
const heardBefore = new WeakMap<object, number>()

/**
 * For how many milliseconds a page that opens shows an answer without asking again: for none when something has happened since it was
 * asked for, as no page may have been there to hear it.
 */
export const freshFor = (ms: number) => (query: object) => (heardBefore.get(query) === eventsHeard() ? ms : 0)

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshFor(15_000),
      gcTime: 10 * 60_000,
      networkMode: 'always',
      retry: (failures, error) => {
        if (isAborted(error)) return false
        const { status } = asProblem(error)
        return failures < 2 && (status === 0 || status >= 500)
      },
    },
    mutations: { networkMode: 'always' },
  },
})
queries.getQueryCache().subscribe((told) => {
  if (told.type === 'updated' && told.action.type === 'fetch') heardBefore.set(told.query, eventsHeard())
})

/** Query keys. Everything of one workspace hangs below its id, so switching never shows another's data. */
export const keys = {
  me: ['me'] as const,
  workspaces: ['workspaces'] as const,
  workbooks: () => [currentWorkspace(), 'workbooks'] as const,
  providers: () => [currentWorkspace(), 'providers'] as const,
  workbook: (id: string) => [currentWorkspace(), 'workbook', id] as const,
  settings: (name: string) => [currentWorkspace(), 'settings', name] as const,
}

interface Part<T> {
  items: T[]
  next_cursor: string | null
}

/** Every item of a list, page after page. */
export async function everyItem<T>(
  page: (query: { limit: number; cursor?: string }) => Promise<Part<T>>,
): Promise<T[]> {
  const all: T[] = []
  let cursor: string | null = null
  do {
    const part: Part<T> = await page({ limit: 500, ...(cursor ? { cursor } : {}) })
    all.push(...part.items)
    cursor = part.next_cursor
  } while (cursor)
  return all
}

const soon = new Map<string, ReturnType<typeof setTimeout>>()

/** Marks answers as old, at most once a second per key: for events that come in bursts. */
export function invalidateSoon(queryKey: readonly unknown[]) {
  const key = JSON.stringify(queryKey)
  if (soon.has(key)) return
  soon.set(
    key,
    setTimeout(() => {
      soon.delete(key)
      void queries.invalidateQueries({ queryKey })
    }, 1000),
  )
}
