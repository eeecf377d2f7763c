// Pages of a source that a vendor bills: each is reserved under the budgets before its request, and booked with the outcome.
import type { Payer } from '../../engine/budget.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpLookup } from '../../providers/kit.ts'
import type { SourceFailure, SourcePage } from '../../providers/sources/source.ts'
import { admitCalls, bookCalls, settlementOf, wordsOf } from '../money/booking.commands.ts'
import type { SourceReader } from './source-reader.ts'

interface Paying {
  database: Database
  workspace_id: WorkspaceId
  payer: Payer
  /** As whose call a page is billed. */
  lookup: HttpLookup
  now: () => number
}

/** A page that may have been billed without an answer is not asked again by itself. */
export function paidReader(reader: SourceReader, { database, workspace_id, payer, lookup, now }: Paying): SourceReader {
  return {
    is_paid: true,
    close: reader.close,
    async read(at, signal): Promise<SourcePage | SourceFailure> {
      const want = { id: newId(), at: new Date(now()), row_id: null, column_id: null, step_id: null, lookup }
      const verdict = await database.inWorkspace(workspace_id, async (tx) => {
        const { verdicts, book } = await admitCalls(tx, payer, { wanted: [want], settled: [] })
        await book()
        return verdicts.get(want.id)
      })
      if (verdict?.kind === 'refused') return { failure: wordsOf(verdict), is_final: true }
      if (verdict?.kind !== 'granted') return { failure: 'A budget is in the way', wait_ms: 5_000 }
      const { terms } = verdict
      // What is broken off may have been billed.
      let cost_micro: number | null = null
      try {
        const page = await reader.read(at, signal)
        if (!('failure' in page)) cost_micro = terms.price_micro
        else if (!page.may_be_billed) cost_micro = 0
        return 'failure' in page && page.may_be_billed ? { ...page, is_final: true } : page
      } finally {
        const known = { cost_micro, reported: false }
        await database.inWorkspace(workspace_id, (tx) => bookCalls(tx, payer, [settlementOf(want, terms, known)]))
      }
    },
  }
}
