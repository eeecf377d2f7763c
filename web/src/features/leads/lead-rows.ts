// The leads that are asked for as rows of the grid: counted with the first page, and anew after something has changed.
import { RowStore } from '../../grid/rows.store.ts'
import { getLeads, PAGE } from './leads.api.ts'
import { type Asked, gridRow } from './leads.logic.ts'

/** Changes that come in bursts, as of an import, are looked at no more often, in ms. */
const REST_MS = 1_000

interface Told {
  onLoaded: () => void
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
  let soon: ReturnType<typeof setTimeout> | undefined
  const store = new RowStore({
    pageSize: PAGE,
    async load(page, signal) {
      const answer = await getLeads(asked, page, total === null, signal)
      total = answer.total ?? total ?? page * PAGE + answer.items.length
      onLoaded()
      return { rows: answer.items.map(gridRow), total_rows: total }
    },
    onError,
  })
  const renew = () => {
    clearTimeout(soon)
    soon = undefined
    total = null
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
