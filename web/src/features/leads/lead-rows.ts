// The matching leads as rows of the grid: counted with the first page, and again after a change.
import { RowStore } from '../../grid/rows/rows.store.ts'
import { getLeads, PAGE } from './leads.api.ts'
import { gridRow, type LeadQuery } from './leads.logic.ts'

/** Changes that come in bursts, as of an import, are looked at no more often, in ms. */
const REST_MS = 1_000

interface Told {
  /** `atLeast`: so many there are and perhaps more; null where the store says how many. `corrected`: what was searched for instead. */
  onLoaded: (atLeast: number | null, corrected: string | null) => void
  onError: (error: unknown) => void
}

export interface LeadRows {
  store: RowStore
  /** What is on the screen is loaded again, at once. */
  renew: () => void
  /** The same, soon. */
  renewSoon: () => void
}

export function leadRows(asked: LeadQuery, { onLoaded, onError }: Told): LeadRows {
  /** `atLeast` where there are more than are counted: so many as were, or as were seen. */
  const nothing = () => ({ isCounted: false, total: null as number | null, atLeast: 0 })
  let known = nothing()
  let soon: ReturnType<typeof setTimeout> | undefined
  const store = new RowStore({
    pageSize: PAGE,
    async load(page, signal) {
      const here = known
      const answer = await getLeads(asked, page, !here.isCounted, signal)
      // Asked once: what took too long takes as long again.
      here.isCounted = true
      const seen = page * PAGE + answer.items.length
      here.total = answer.total ?? here.total ?? (answer.next_cursor === null && seen > 0 ? seen : null)
      here.atLeast = Math.max(here.atLeast, answer.total_at_least ?? 0, seen)
      onLoaded(here.total === null ? here.atLeast : null, answer.corrected_search)
      // One page more can be scrolled to while there is one.
      const reached = Math.max(here.atLeast, answer.next_cursor === null ? 0 : seen + PAGE)
      return { rows: answer.items.map(gridRow), total_rows: here.total ?? reached }
    },
    onError,
  })
  const renew = () => {
    clearTimeout(soon)
    soon = undefined
    known = nothing()
    store.invalidate()
  }
  return {
    store,
    renew,
    renewSoon() {
      soon ??= setTimeout(renew, REST_MS)
    },
  }
}
