// How a file reads and where its columns go, the same for rows and for leads; what else is to be chosen comes as tabs beside it.
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Tabs } from '../../ui/tabs.tsx'
import { FirstRows } from './first-rows.tsx'
import type { FilePreview, TableReading } from './import.logic.ts'
import { ReadingBar } from './reading-bar.tsx'

interface Props {
  preview: FilePreview
  busy: boolean
  /** The table of the columns. */
  mapping: ReactNode
  /** After the first rows. */
  more: { value: string; label: string; count?: number; content: ReactNode }[]
  onCorrect: (reading: TableReading) => void
}

export function FileStage({ preview, busy, mapping, more, onCorrect }: Props) {
  const [tab, setTab] = useState('columns')
  return (
    <div className="flex flex-col gap-4" aria-busy={busy} inert={busy}>
      <ReadingBar preview={preview} onChange={onCorrect} />
      {preview.warnings.length > 0 && (
        <ul className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {preview.warnings.map((warning) => (
            <li key={`${warning.code} ${warning.message}`} className="flex gap-2 py-0.5">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
              {warning.message}
            </li>
          ))}
        </ul>
      )}
      {preview.columns.length > 0 && (
        <Tabs
          label="Import"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'columns', label: 'Columns', count: preview.columns.length, content: mapping },
            {
              value: 'rows',
              label: 'First rows',
              count: preview.rows.length,
              content: <FirstRows preview={preview} />,
            },
            ...more,
          ]}
        />
      )}
    </div>
  )
}
