// The leads that are asked for as rows of the grid: counted with the first page, and anew after something has changed.
import { RowStore } from '../../grid/rows.store.ts'
import { getLeads, PAGE } from './leads.api.ts'
import { type Asked, gridRow } from './leads.logic.ts'

/** Changes that come in bursts, as of an import, are looked at no more often, in ms. */
const REST_MS = 1_000

interface Told {
  /** `isKnown`: how many there are in all; else there are more than the store says. */
  onLoaded: (isKnown: boolean) => void
  onError: (error: unknown) => void
}

export interface LeadRows {
  store: RowStore
  /** What is on the screen is loaded again, at once. */
  renew: () => void
  /** The same, soon. */
  renewSoon: () => void
}

export function leadRows(asked: Asked, { onLoaded, onError }: Told): LeadRows {
  let total: number | null = null
  /** Where nobody counts them: those that were seen, and one page more while there is one. */
  let atLeast = 0
  let soon: ReturnType<typeof setTimeout> | undefined
  const store = new RowStore({
    pageSize: PAGE,
    async load(page, signal) {
      const answer = await getLeads(asked, page, total === null, signal)
      const seen = page * PAGE + answer.items.length
      total = answer.total ?? total ?? (answer.next_cursor === null && seen > 0 ? seen : null)
      atLeast = Math.max(atLeast, answer.next_cursor === null ? seen : seen + PAGE)
      onLoaded(total !== null)
      return { rows: answer.items.map(gridRow), total_rows: total ?? atLeast }
    },
    onError,
  })
  const renew = () => {
    clearTimeout(soon)
    soon = undefined
    total = null
    atLeast = 0
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
