// Trying a column out before it is saved: the button, the result of each row, and what it cost.

import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Schemas } from '../../../api/shapes.ts'
import { reasonWords } from '../../../grid/marks/marks.logic.ts'
import { Button } from '../../../ui/button.tsx'
import { costWords, counted, tookWords } from '../../../ui/format.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import type { ColumnToTry, ColumnTrial } from '../../columns/custom.shapes.ts'
import { tryColumn } from '../custom.queries.ts'
import { Part } from '../form-parts.tsx'
import { rowWords } from './row-words.logic.ts'

interface Options {
  workbookId: string
  /** The column as it would be saved; its id when it is. On test data what only asking needs may be missing. */
  column: (test: boolean) => ColumnToTry
  rowIds: string[]
}

/** One try at a time; what the last one brought stays until the next. */
export function useTry({ workbookId, column, rowIds }: Options) {
  const { busy, submit, answer: tried, words } = useSubmit<ColumnTrial & { test: boolean }>()
  const run = (test = false) =>
    submit(async () => ({ ...(await tryColumn(workbookId, column(test), rowIds, test)), test }))
  return { busy, tried, words, run }
}

interface Props {
  asked: ReturnType<typeof useTry>
  rows: number
  blocked: string | null
  /** The same on test data; absent where there is none to try on. */
  blockedOnTest?: string | null
  about: string
  children?: ReactNode
}

export function TryPart({ asked, rows, blocked, blockedOnTest, about, children }: Props) {
  const { busy, tried, words, run } = asked
  return (
    <Part title="Try it" about={about}>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={FlaskConical} busy={busy} disabled={blocked !== null || rows === 0} onClick={() => void run()}>
          {rows === 0 ? 'No rows to try on' : `Try on ${rows === 1 ? 'the row' : 'the first rows'}`}
        </Button>
        {blockedOnTest !== undefined && rows > 0 && (
          <Button
            look="quiet"
            busy={busy}
            disabled={blockedOnTest !== null}
            title="Made-up values that fit the fields: no calls, no cost"
            onClick={() => void run(true)}
          >
            Try on test data
          </Button>
        )}
        {tried && !busy && <span className="text-ink-3 text-sm">{totalOf(tried)}</span>}
      </div>
      <FormError>{words}</FormError>
      {tried?.test && (
        <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          Test data: the answers below are made up. No calls were made.
        </p>
      )}
      {tried && children}
    </Part>
  )
}

function totalOf({ rows, cost_usd }: ColumnTrial): string {
  const unknown = rows.some((row) => row.cost_usd === null)
  if (rows.some((row) => row.status === 'not_sent')) return 'Nothing was sent'
  const asked = rows.filter((row) => row.status !== 'skipped').length
  return `${counted(asked, 'row')} asked, ${unknown ? 'cost unknown' : costWords(cost_usd)}`
}

const STATUS: Record<string, { words: string; tone: string }> = {
  complete: { words: 'Found', tone: 'text-ok' },
  unverified: { words: 'Unverified', tone: 'text-warn' },
  not_found: { words: 'Not found', tone: 'text-ink-2' },
  budget_stopped: { words: 'Stopped by a budget', tone: 'text-warn' },
  skipped: { words: 'Skipped', tone: 'text-ink-2' },
  throttled: { words: 'Asked to come back later', tone: 'text-warn' },
  error: { words: 'Failed', tone: 'text-bad' },
  not_sent: { words: 'Would be sent', tone: 'text-ink-2' },
}

/** The result of a row in words, with the reason. */
export function TriedStatus({ row }: { row: Schemas['TriedRow'] }) {
  const status = STATUS[row.status] ?? { words: row.status, tone: '' }
  const why = row.detail ?? (row.reason ? reasonWords(row.reason) : '')
  return (
    <p className="text-sm [overflow-wrap:anywhere]">
      <span className={status.tone}>{status.words}</span>
      {why && <span className="text-ink-2">: {why}</span>}
    </p>
  )
}

/** One row: whose it is, the result, and in small print what it took. */
export function TriedOutcome({ row, children }: { row: Schemas['TriedRow']; children?: ReactNode }) {
  const notes = notesOf(row)
  const tokens = notes.input_tokens === undefined ? '' : `${notes.input_tokens} + ${notes.output_tokens ?? 0} tokens`
  const asked = row.status !== 'skipped' && row.status !== 'not_sent'
  const facts = asked ? [tookWords(row.duration_ms), tokens, costWords(row.cost_usd)] : []
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 truncate font-medium" dir="auto">
          {rowWords(row.inputs, `Row ${Math.round(row.position)}`)}
        </span>
        <span className="text-ink-3 text-xs tabular-nums">{facts.filter(Boolean).join(' · ')}</span>
      </p>
      <TriedStatus row={row} />
      {children}
      {(row.request != null || row.response != null) && row.status === 'error' && (
        <details className="mt-1 text-xs">
          <summary className="text-ink-3 hover:text-ink">Request and answer</summary>
          <pre className="mt-1 whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono [overflow-wrap:anywhere]">
            {JSON.stringify({ request: row.request, response: row.response }, null, 2)}
          </pre>
        </details>
      )}
    </div>
  )
}

interface Notes {
  input_tokens?: number
  output_tokens?: number
}

function notesOf({ response }: Schemas['TriedRow']): Notes {
  const notes = (response as { notes?: Notes } | null)?.notes
  return notes ?? {}
}
