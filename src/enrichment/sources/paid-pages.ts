// Pages of a source that a vendor bills: each is reserved under the budgets before its request, and booked with the outcome.
import type { Payer } from '../../engine/money/budget.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpLookup } from '../../providers/kit/kit.ts'
import type { SourceFailure, SourcePage } from '../../providers/sources/source.ts'
import { paidCall } from '../money/paid-call.ts'
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
      const paying = { database, workspace_id, payer, signal, patience_ms: PATIENCE_MS }
      const paid = await paidCall(paying, want, async (terms, know) => {
        const page = await reader.read(at, signal)
        if (!('failure' in page)) know({ cost_micro: terms.price_micro, reported: false })
        else if (!page.may_be_billed) know({ cost_micro: 0, reported: false })
        return 'failure' in page && page.may_be_billed ? { ...page, is_final: true } : page
      })
      if (!('over_budget' in paid)) return paid
      return paid.for_now
        ? { failure: paid.over_budget, wait_ms: PATIENCE_MS }
        : { failure: paid.over_budget, is_final: true }
    },
  }
}

/** Beyond it the source comes back later, without holding its worker. */
const PATIENCE_MS = 5_000
