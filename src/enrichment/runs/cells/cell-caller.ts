// The caller of cells: how a question of a cell is asked, on whose behalf, and in which books its call is put on record.
import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { AnyLookup } from '../../../providers/kit/kit.ts'
import { takesCallbacks } from '../../attempts/attempts.logic.ts'
import type { CallbackTokens } from '../../attempts/callback-token.ts'
import type { Asker } from '../../lookups/asker.ts'
import type { LookupQuestion, LookupResult } from '../../lookups/calls.ts'
import type { Lookups } from '../../money/facts.ts'
import type { CallBooks } from '../../money/paid-call.ts'
import type { Performance } from '../../performance/performance.schema.ts'
import type { RowSlot } from './row-slot.ts'

export interface CellCaller {
  /** The run, or the job, under which attempts and money are kept. */
  run_id: string
  lookups: Pick<Lookups, 'factsOf' | 'lookupOf'>
  /** Asks one step for an attempt. `reserve` is to be awaited right before a call that may be billed. */
  ask: (question: CellQuestion) => Promise<LookupResult>
  books: Pick<CallBooks, 'reserve' | 'record' | 'letGo'>
  now: () => Date
}

export interface CellQuestion {
  lookup: AnyLookup
  inputs: JsonObject
  /** The inputs whose values come from unverified cells. */
  unverified?: readonly string[]
  attempt_id: string
  row_id: string
  column_id: string
  /** Oldest answer of the cache that will do, in days; null is any. */
  max_age_days: number | null
  reserve: LookupQuestion['reserve']
  /** Hears that the call is being made. */
  begun: () => void
}

interface CallerParts extends Omit<CellCaller, 'ask' | 'books'> {
  workspace_id: WorkspaceId
  /** The workbook of the cells; null for leads. */
  workbook_id: string | null
  performance: Performance
  asker: Asker
  books: CallBooks
  /** Ends calls under way. */
  signal: AbortSignal
  /** Where a vendor may bring the answer to an attempt; undefined when it cannot reach this service. */
  callbackUrl?: CallbackTokens['urlFor'] | undefined
  is_test?: boolean
  /** The slot of the row among those that call at the same time. */
  slot?: RowSlot
  /** Milliseconds that putting a call on record takes, as of late. */
  record_ms?: () => number
}

export function createCellCaller(parts: CallerParts): CellCaller {
  const { run_id, lookups, now, books, workspace_id, workbook_id, performance, signal } = parts
  return {
    run_id,
    lookups,
    books,
    now,
    async ask({ lookup, inputs, unverified, attempt_id, row_id, column_id, max_age_days, reserve, begun }) {
      const callback_url = takesCallbacks(lookup) ? parts.callbackUrl?.(workspace_id, attempt_id) : undefined
      const place = parts.slot?.ofCall()
      const asked = await parts
        .asker({
          workspace_id,
          lookup,
          values: inputs,
          performance,
          signal,
          max_age_days,
          attempt_id,
          is_test: parts.is_test === true,
          async begun() {
            await books.begin?.(attempt_id)
            begun()
          },
          heard: (answer) => books.heard?.(attempt_id, answer),
          async reserve(claim, isTogether) {
            await reserve(claim, isTogether)
            await place?.acquire(signal)
          },
          ...(workbook_id !== null && {
            asked_by: { workbook_id, column_id, row_id, ...(unverified && { unverified }) },
          }),
          ...(parts.record_ms && { record_ms: parts.record_ms() }),
          ...(callback_url !== undefined && { callback_url }),
        })
        .finally(() => place?.release())
      // What a stop cut short is no outcome: the cell stays as it was, and a reservation stays to be seen.
      if (signal.aborted && asked.outcome.kind === 'failed') throw signal.reason
      return asked
    },
  }
}
