// Answers reported as odd, by provider, each to be saved as a sample for fixing the provider.

import { useQuery } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { showError } from '../../session/show-error.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { TimeAgo } from '../../ui/time.tsx'
import { Section } from '../settings/settings-page.tsx'
import { deleteReport, driftQuery, readSample } from './drift.queries.ts'

/** Nothing where nothing was reported: most workspaces never need it. */
export function DriftReports({ mayDelete }: { mayDelete: boolean }) {
  const reports = useQuery(driftQuery()).data ?? []
  if (reports.length === 0) return null
  const labels = [...new Set(reports.map(({ label }) => label))]
  return (
    <Section title="Odd answers">
      <p className="text-ink-2 text-sm">
        Reported from the trace of a cell. A sample has what was sent and what came back, with secrets masked; what was
        asked about is in it, so look before you give it away.
      </p>
      {labels.map((label) => (
        <div key={label}>
          <h3 className="mb-1.5 font-medium text-ink-2 text-sm">{label}</h3>
          <ul className="rounded-md border">
            {reports
              .filter((report) => report.label === label)
              .map((report) => (
                <Report key={report.id} report={report} mayDelete={mayDelete} />
              ))}
          </ul>
        </div>
      ))}
    </Section>
  )
}

function Report({ report, mayDelete }: { report: Schemas['DriftReport']; mayDelete: boolean }) {
  const { id, provider, note, detail, reported_by, reported_at } = report
  async function save() {
    try {
      const sample = await readSample(id)
      saveFile(new Blob([JSON.stringify(sample, null, 2)], { type: 'application/json' }), `${provider}-${id}.json`)
    } catch (error) {
      showError(error, 'The sample was not saved.')
    }
  }
  async function remove() {
    try {
      await deleteReport(id)
    } catch (error) {
      showError(error, 'The report is still there.')
    }
  }
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b px-3 py-2.5 last:border-b-0">
      <div className="min-w-48 flex-1">
        <p className="[overflow-wrap:anywhere]" dir="auto">
          {note || detail || 'Without a note'}
        </p>
        {note && detail && <p className="text-ink-2 text-sm [overflow-wrap:anywhere]">{detail}</p>}
        <p className="text-ink-3 text-xs">
          {reported_by ?? 'A former member'}, <TimeAgo at={reported_at} />
        </p>
      </div>
      <Button size="sm" icon={Download} onClick={() => void save()}>
        Sample
      </Button>
      {mayDelete && <IconButton size="sm" icon={Trash2} label="Delete this report" onClick={() => void remove()} />}
    </li>
  )
}
