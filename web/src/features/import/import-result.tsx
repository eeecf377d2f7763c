// What an import did, with the rows it refused and why.
import { CircleCheck, Download } from 'lucide-react'
import { useAct } from '../../session/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { count, counted } from '../../ui/format.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { ImportOutcome } from './destination.ts'

export function ImportResultView({ outcome, fileName }: { outcome: ImportOutcome; fileName: string }) {
  const { words, counts, rejected, rejected_rows, download, notes } = outcome
  const [busy, act] = useAct()
  const save = download && (() => act(async () => saveFile(await download(), nameOf(fileName)), 'Nothing was saved.'))
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" strokeWidth={1.75} />
        {words}
      </p>
      <dl className="mt-4 flex flex-wrap gap-px overflow-hidden rounded-md border bg-line">
        {counts.map(({ number, word }) => (
          <div key={word} className="flex-1 basis-24 bg-raised px-3 py-2">
            <dd className="font-semibold text-lg tabular-nums">{count(number)}</dd>
            <dt className="text-ink-3 text-xs">{word}</dt>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note} className="mt-3 text-ink-2 text-sm [overflow-wrap:anywhere]">
          {note}
        </p>
      ))}
      {rejected > 0 && (
        <section className="mt-5">
          <div className="mb-2 flex items-center gap-2">
            <h3 className="flex-1 font-medium">{counted(rejected, 'row')} rejected</h3>
            {save && (
              <Button size="sm" icon={Download} busy={busy} onClick={() => void save()}>
                Download rejected rows
              </Button>
            )}
          </div>
          <RejectedRows rows={rejected_rows} all={rejected} />
        </section>
      )}
    </>
  )
}

const nameOf = (fileName: string) => `${fileName.replace(/\.[^.]*$/, '')} rejected rows.csv`

/** Rows that are not imported, each with its line and the reason. */
export function RejectedRows({ rows, all }: { rows: ImportOutcome['rejected_rows']; all: number }) {
  return (
    <>
      <ul className="max-h-64 overflow-y-auto rounded-md border text-sm">
        {rows.map(({ line, reason, values }) => (
          <li key={line} className="border-b px-3 py-1.5 last:border-b-0 [overflow-wrap:anywhere]">
            <span className="text-ink-3 tabular-nums">Line {count(line)}</span> · {reason}
            {values && (
              <p className="truncate text-ink-3" dir="auto">
                {values.join(' · ')}
              </p>
            )}
          </li>
        ))}
      </ul>
      {all > rows.length && <p className="mt-1 text-ink-3 text-xs">The first {count(rows.length)} of them.</p>}
    </>
  )
}
