// Import of a CSV file into a workbook: how it reads, where its columns go, what happens to rows that exist, then the result.
import { TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { isAborted } from '../../api/problem.ts'
import { keys, queries } from '../../api/queries.ts'
import type { ImportPreview, ImportResult, ImportTarget, Workbook } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChooseFile, PageDrop } from '../../ui/file-drop.tsx'
import { bytes, count, counted } from '../../ui/format.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FirstRows } from './first-rows.tsx'
import {
  importOptions,
  type Matching,
  mappedCount,
  noMatching,
  type Reading,
  readingOf,
  type Targets,
  targetErrors,
} from './import.logic.ts'
import { commitImport, previewImport } from './import.queries.ts'
import { ReadingSkeleton, Refusal, Sending } from './import-progress.tsx'
import { ImportResultView } from './import-result.tsx'
import { MappingTable } from './mapping-table.tsx'
import { ReadingBar } from './reading-bar.tsx'
import { RowMatching } from './row-matching.tsx'

interface Props {
  workbook: Pick<Workbook, 'id' | 'name' | 'columns_config'>
  /** Without a file the dialog asks for one. */
  file?: File
  /** Closed before anything was imported. */
  onCancel: () => void
  /** Closed after the import. */
  onDone: (result: ImportResult) => void
}

export function ImportDialog({ workbook, file: given, onCancel, onDone }: Props) {
  const [file, setFile] = useState(given ?? null)
  const [reading, setReading] = useState<Reading>({})
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [targets, setTargets] = useState<Targets>(new Map())
  const [matching, setMatching] = useState<Matching>(noMatching)
  const [tab, setTab] = useState('columns')
  const [failed, setFailed] = useState<unknown>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [seen, setSeen] = useState(0)
  const [stored, setStored] = useState(0)
  const [result, setResult] = useState<ImportResult | null>(null)
  const work = useRef<AbortController | null>(null)

  const look = useCallback(
    async (chosen: File, how: Reading) => {
      work.current?.abort()
      const stop = new AbortController()
      work.current = stop
      setFailed(null)
      setSeen(0)
      try {
        const watch = { signal: stop.signal, onProgress: setSeen }
        setPreview(await previewImport(workbook.id, chosen, importOptions(how), watch))
      } catch (error) {
        if (!isAborted(error)) setFailed(error)
      }
    },
    [workbook.id],
  )

  useEffect(() => {
    if (file) void look(file, reading)
  }, [file, reading, look])
  useEffect(() => () => work.current?.abort(), [])

  useEvents({ workbook_id: workbook.id, types: ['rows.import_progress'] }, (event) => {
    if (typeof event.done === 'number') setStored(event.done)
  })

  function choose(next: File) {
    setPreview(null)
    setTargets(new Map())
    setMatching(noMatching)
    setReading({})
    setFile(next)
  }

  function correct(change: Reading) {
    // Other columns than before: choices made for the old ones mean nothing.
    if (change.delimiter !== undefined || change.sheet !== undefined) {
      setTargets(new Map())
      setMatching(noMatching)
    }
    setReading({ ...reading, ...change })
  }

  function aim(index: number, target: ImportTarget) {
    setTargets(new Map(targets).set(index, target))
    if (target.kind === 'skip' && matching.index === index) setMatching({ ...matching, index: null })
  }

  async function commit() {
    if (!file || !preview) return
    const stop = new AbortController()
    work.current = stop
    setSent(0)
    setStored(0)
    setFailed(null)
    const how = readingOf(preview)
    try {
      const options = importOptions(how, preview.columns, targets, matching)
      setResult(await commitImport(workbook.id, file, options, { signal: stop.signal, onProgress: setSent }))
      void queries.invalidateQueries({ queryKey: keys.workbooks() })
      void queries.invalidateQueries({ queryKey: keys.workbook(workbook.id) })
    } catch (error) {
      if (!isAborted(error)) setFailed(error)
    } finally {
      setSent(null)
    }
  }

  const errors = preview ? targetErrors(preview.columns, targets, workbook.columns_config) : new Map<number, string>()
  const kept = preview?.columns.filter((one) => (targets.get(one.index) ?? one.target).kind !== 'skip') ?? []
  const rows = preview?.total_rows
  // Nothing to import in it, or not to be read at all.
  const hopeless = rows === 0 || (failed !== null && !preview)
  const ready =
    preview !== null && sent === null && !hopeless && errors.size === 0 && mappedCount(preview.columns, targets) > 0
  const close = () => (result ? onDone(result) : onCancel())

  const actions = result ? (
    <Button look="primary" onClick={() => onDone(result)}>
      Show the rows
    </Button>
  ) : (
    <>
      {errors.size > 0 && (
        <span className="mr-auto text-bad text-sm">
          {errors.size === 1 ? '1 column needs another target' : `${count(errors.size)} columns need another target`}
        </span>
      )}
      <Button onClick={sent === null ? onCancel : () => work.current?.abort()}>
        {sent === null ? 'Cancel' : 'Stop'}
      </Button>
      {file && hopeless && <ChooseFile onFile={choose}>Choose another file</ChooseFile>}
      {file && !hopeless && (
        <Button look="primary" disabled={!ready} busy={sent !== null} onClick={() => void commit()}>
          {rows ? `Import ${counted(rows, 'row')}` : 'Import'}
        </Button>
      )}
    </>
  )

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && sent === null && close()}
      sticky={sent !== null}
      size="xl"
      title={result ? 'Imported' : file ? `Import ${file.name}` : 'Import a file'}
      about={
        file && !result
          ? `${bytes(file.size)}${rows ? ` · ${counted(rows, 'row')}` : ''}${preview ? ` · ${counted(preview.columns.length, 'column')}` : ''} · into ${workbook.name}`
          : undefined
      }
      actions={actions}
    >
      {!file && (
        <EmptyState
          title="Drop a CSV, Excel (XLSX) or JSON file here"
          action={
            <ChooseFile look="primary" onFile={choose}>
              Choose a file
            </ChooseFile>
          }
        >
          Nothing is stored until you have seen how it reads.
        </EmptyState>
      )}
      <PageDrop words="Drop to import this file" disabled={sent !== null || result !== null} onFile={choose} />
      {file && !preview && failed === null && <ReadingSkeleton share={file.size > 5_000_000 ? seen : null} />}
      {failed !== null && !preview && (
        <ErrorState
          className="py-6"
          title="The file could not be read"
          meaning="Nothing was stored."
          error={failed}
          {...(file ? { retry: () => void look(file, reading) } : {})}
        />
      )}
      {preview && !result && (
        <div className="flex flex-col gap-4" aria-busy={sent !== null} inert={sent !== null}>
          {sent !== null && <Sending share={sent} stored={stored} total={preview.total_rows} />}
          {failed !== null && sent === null && <Refusal error={failed} />}
          <ReadingBar preview={preview} onChange={correct} />
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
                      existing={workbook.columns_config}
                      targets={targets}
                      errors={errors}
                      onChange={aim}
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
                  label: 'Rows that exist',
                  content: <RowMatching columns={kept} value={matching} onChange={setMatching} />,
                },
              ]}
            />
          )}
        </div>
      )}
      {result && file && (
        <ImportResultView
          result={result}
          fileName={file.name}
          columnNames={preview?.columns.map((one) => one.name) ?? []}
        />
      )}
    </Dialog>
  )
}
