// The choices about a file: how it is read, where its columns go and how their values are meant, which rows are the same.
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Column, ImportPreview, ImportTarget } from '../../api/shapes.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { FirstRows } from './first-rows.tsx'
import type { Manners, Matching, Reading, Targets } from './import.logic.ts'
import { MappingTable } from './mapping-table.tsx'
import { ReadingBar } from './reading-bar.tsx'
import { RowMatching } from './row-matching.tsx'

interface Props {
  preview: ImportPreview
  busy: boolean
  existing: Column[]
  targets: Targets
  manners: Manners
  errors: Map<number, string>
  matching: Matching
  onCorrect: (reading: Reading) => void
  onAim: (index: number, target: ImportTarget) => void
  onManner: (index: number, manner: NonNullable<ReturnType<Manners['get']>>) => void
  onMatching: (matching: Matching) => void
}

export function FileStage(props: Props) {
  const { preview, busy, existing, targets, manners, errors, matching, onCorrect, onAim, onManner, onMatching } = props
  const [tab, setTab] = useState('columns')
  const kept = preview.columns.filter((one) => (targets.get(one.index) ?? one.target).kind !== 'skip')
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
            {
              value: 'columns',
              label: 'Columns',
              count: preview.columns.length,
              content: (
                <MappingTable
                  columns={preview.columns}
                  existing={existing}
                  targets={targets}
                  manners={manners}
                  errors={errors}
                  onChange={onAim}
                  onManner={onManner}
                />
              ),
            },
            {
              value: 'rows',
              label: 'First rows',
              count: preview.rows.length,
              content: <FirstRows preview={preview} />,
            },
            {
              value: 'matching',
              label: matching.index === null ? 'Rows that exist' : 'Rows that exist: recognised',
              content: <RowMatching columns={kept} value={matching} onChange={onMatching} />,
            },
          ]}
        />
      )}
    </div>
  )
}
