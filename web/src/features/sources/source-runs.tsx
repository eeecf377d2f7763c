// The runs of a source, newest first, each with the records that it rejected and why.

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { useAct } from '../../session/use-act.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Progress } from '../../ui/progress.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { STATUS_WORDS, TONES } from '../jobs/jobs.logic.ts'
import { getRejects, getRuns, runsKey } from './sources.api.ts'
import { isOpenRun, runWords, shownValue } from './sources.logic.ts'

const SHOWN = 20

export function SourceRuns({ workbookId, source }: { workbookId: string; source: Schemas['WorkbookSource'] }) {
  const runs = useQuery({
    queryKey: [
      ...runsKey(workbookId, source.id),
      source.last_run?.job_id,
      source.last_run?.status,
      source.last_run?.done,
    ],
    queryFn: () => getRuns(workbookId, source.id),
    placeholderData: (old) => old,
  })
  if (runs.isPending) return <Skeleton className="h-16" />
  if (runs.isError) return <p className="text-ink-3 text-sm">The runs could not be loaded.</p>
  if (runs.data.length === 0) return <p className="text-ink-3 text-sm">It has not run yet.</p>
  return (
    <ol className="flex flex-col divide-y">
      {runs.data.map((run) => (
        <Run key={run.run_id} {...{ workbookId, run }} sourceId={source.id} name={source.name} />
      ))}
    </ol>
  )
}

interface RunProps {
  workbookId: string
  sourceId: string
  name: string
  run: Schemas['SourceRun']
}

function Run({ workbookId, sourceId, name, run }: RunProps) {
  const [open, setOpen] = useState(false)
  const rejected = run.counts.rejected ?? 0
  return (
    <li className="flex flex-col gap-1 py-2 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={run.capped || run.warnings.length > 0 ? 'warn' : TONES[run.status]}>
          {run.capped ? 'Stopped at cap' : STATUS_WORDS[run.status]}
        </Badge>
        <span className="text-ink-3 text-xs">
          <TimeAgo at={run.created_at} />
        </span>
      </p>
      <p className="text-ink-2 tabular-nums">{runWords(run)}</p>
      {isOpenRun(run) && <Progress label="Run" value={run.total ? run.done / run.total : null} />}
      {run.error && <p className="text-bad [overflow-wrap:anywhere]">{run.error}</p>}
      {run.warnings.length > 0 && (
        <ul aria-label="Warnings" className="flex flex-col gap-1 rounded-md bg-warn-soft px-2.5 py-1.5 text-warn">
          {run.warnings.map((words) => (
            <li key={words} className="[overflow-wrap:anywhere]">
              {words}.
            </li>
          ))}
        </ul>
      )}
      {rejected > 0 && (
        <div>
          <Button size="sm" look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide rejected records' : `Show ${count(rejected)} rejected`}
          </Button>
          {open && <Rejected {...{ workbookId, sourceId, name, run }} />}
        </div>
      )}
    </li>
  )
}

function Rejected({ workbookId, sourceId, name, run }: RunProps) {
  const [busy, act] = useAct()
  const rejects = useQuery({
    queryKey: [...runsKey(workbookId, sourceId), run.job_id, 'rejected', run.counts.rejected],
    queryFn: () => getRejects(workbookId, sourceId, run.job_id),
  })
  const save = () =>
    act(async () => {
      const all = []
      for (let cursor: string | null = null; ; ) {
        const page: Awaited<ReturnType<typeof getRejects>> = await getRejects(workbookId, sourceId, run.job_id, cursor)
        all.push(...page.items)
        cursor = page.next_cursor
        if (cursor === null) break
      }
      const fields = [...new Set(all.flatMap(({ record }) => Object.keys(record)))]
      const lines = [
        ['Record', 'Reason', ...fields],
        ...all.map(({ record_id, reason, record }) => [
          record_id,
          reason,
          ...fields.map((field) => shownValue((record as Record<string, unknown>)[field])),
        ]),
      ]
      saveFile(
        new Blob([lines.map((line) => line.map(csvCell).join(',')).join('\r\n')], { type: 'text/csv' }),
        `${name} rejected.csv`,
      )
    }, 'No file was made.')
  if (rejects.isPending) return <Skeleton className="h-10" />
  if (rejects.isError) return <p className="text-ink-3">The rejected records could not be loaded.</p>
  return (
    <div className="mt-1 flex flex-col gap-2">
      <ul className="flex flex-col gap-1">
        {rejects.data.items.slice(0, SHOWN).map(({ record_id, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several may have the same id
          <li key={at} className="[overflow-wrap:anywhere]">
            <span className="font-medium">
              {record_id.startsWith('#') ? 'Without an id' : record_id || 'Without an id'}
            </span>{' '}
            <span className="text-ink-3">{reason}</span>
          </li>
        ))}
        {rejects.data.items.length > SHOWN && <li className="text-ink-3">The first {SHOWN} are shown.</li>}
      </ul>
      <div>
        <Button size="sm" icon={Download} busy={busy} onClick={() => void save()}>
          Download rejected records
        </Button>
      </div>
    </div>
  )
}

/** Quoted, and never taken for a formula. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
