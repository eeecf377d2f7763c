// The result of a file of leads: how many were added, met again and left out, and which rows were none.
import { CircleCheck } from 'lucide-react'
import { count, counted } from '../../ui/format.ts'
import type { LeadImportResult } from './leads.api.ts'

export function LeadsImportedView({ result, fileName }: { result: LeadImportResult; fileName: string }) {
  const own = result.columns.filter(({ field }) => field === 'custom')
  const out = result.columns.filter(({ field }) => field === null)
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-2 font-medium">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" strokeWidth={1.75} />
        {result.status === 'cancelled' && 'Cancelled. '}
        {counted(result.created, 'lead')} added, {count(result.updated)} changed, {count(result.unchanged)} as they
        were.
      </p>
      {result.suppressed > 0 && (
        <p className="text-ink-2">
          {counted(result.suppressed, 'row')} of leads that were erased on request: not stored.
        </p>
      )}
      <Names words="Kept as values of your own" names={own.map(({ name }) => name)} />
      <Names words="Skipped" names={out.map(({ name }) => name)} />
      {result.rejected > 0 && (
        <section>
          <h3 className="mb-2 font-medium">
            {counted(result.rejected, 'row')} of {fileName} {result.rejected === 1 ? 'is no lead' : 'are no leads'}
          </h3>
          <Refused rows={result.rejected_rows} all={result.rejected} />
        </section>
      )}
    </div>
  )
}

function Names({ words, names }: { words: string; names: string[] }) {
  if (names.length === 0) return null
  return (
    <p className="text-ink-2 text-sm [overflow-wrap:anywhere]">
      {words}: {names.join(', ')}.
    </p>
  )
}

/** Rows that are no leads, each with its line and the reason. */
export function Refused({ rows, all }: { rows: LeadImportResult['rejected_rows']; all: number }) {
  return (
    <>
      <ul className="max-h-64 overflow-y-auto rounded-md border text-sm">
        {rows.map(({ line, reason }) => (
          <li key={line} className="border-b px-3 py-1.5 last:border-b-0 [overflow-wrap:anywhere]">
            <span className="text-ink-3 tabular-nums">Line {count(line)}</span> · {reason}
          </li>
        ))}
      </ul>
      {all > rows.length && <p className="mt-1 text-ink-3 text-xs">The first {count(rows.length)} of them.</p>}
    </>
  )
}
