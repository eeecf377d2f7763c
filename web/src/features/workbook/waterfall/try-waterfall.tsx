// A waterfall tried on the first rows before any cell is filled: what each row would hold, and the providers that were called.

import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../api/shapes.ts'
import { rawText } from '../../../grid/marks/display.logic.ts'
import { reasonWords } from '../../../grid/marks/marks.logic.ts'
import { costWords } from '../../../ui/format.ts'
import type { ColumnToTry } from '../../columns/custom.shapes.ts'
import { providerName } from '../../columns/provider-name.ts'
import { providersQuery } from '../../columns/workbook.queries.ts'
import { TriedOutcome, TryPart, useTry } from '../../custom-columns/try/try-part.tsx'

interface Props {
  workbookId: string
  /** As it would be saved; with its id when it is. */
  column: () => object
  /** How many rows there are to try on, as far as it matters. */
  rows: number
  /** Why it cannot be tried yet. */
  blocked: string | null
}

export function TryWaterfall({ workbookId, column, rows, blocked }: Props) {
  const asked = useTry({ workbookId, column: () => column() as ColumnToTry, rowIds: [] })
  const providers = useQuery(providersQuery())
  const labels = new Map((providers.data ?? []).map((one) => [one.id, one.label]))
  return (
    <TryPart
      asked={asked}
      rows={rows}
      blocked={blocked}
      blockedOnTest={blocked}
      about="Makes real calls for up to five rows; normal charges apply. No cell is filled."
    >
      {asked.tried && (
        <ul className="flex flex-col gap-3 rounded-md border px-3 py-2.5">
          {asked.tried.rows.map((row) => (
            <li key={row.row_id}>
              <TriedOutcome row={row}>
                {row.value != null && (
                  <p className="font-medium text-sm [overflow-wrap:anywhere]" dir="auto">
                    {rawText(row.value)}
                  </p>
                )}
                <Steps attempts={row.attempts} nameOf={(id) => providerName(id, labels)} />
              </TriedOutcome>
            </li>
          ))}
        </ul>
      )}
    </TryPart>
  )
}

const OUTCOMES: Record<string, string> = {
  accepted: 'found',
  unaccepted: 'found, not accepted',
  candidate: 'found',
  not_found: 'not found',
  failed: 'failed',
}

function outcomeWords({ step_id, outcome, detail, reason }: Schemas['TriedRow']['attempts'][number]): string {
  // The step of a verifier is named after the one whose answer it checks.
  if (outcome === 'accepted' && step_id.includes('+')) return 'checked it'
  return OUTCOMES[outcome] ?? `not called (${(detail ?? reasonWords(reason)).replace(/\.$/, '')})`
}

function Steps({ attempts, nameOf }: { attempts: Schemas['TriedRow']['attempts']; nameOf: (id: string) => string }) {
  // Steps after the answer were not needed and are not listed.
  const said = attempts.filter(({ outcome, reason }) => outcome !== 'skipped' || reason !== null)
  if (said.length === 0) return null
  return (
    <ol className="mt-0.5 text-ink-3 text-xs">
      {said.map((one) => (
        <li key={one.step_id} className="[overflow-wrap:anywhere]">
          {nameOf(one.provider)}: {outcomeWords(one)}
          {one.cached ? ', from the cache' : one.cost_usd === 0 ? '' : `, ${costWords(one.cost_usd)}`}
        </li>
      ))}
    </ol>
  )
}
