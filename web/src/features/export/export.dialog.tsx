// Export of a workbook: the format, what stands beside the values, what must not leave; a big one in the background.
import { useEffect, useRef, useState } from 'react'
import { useEvents } from '../../api/events.ts'
import type { Column, Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { bytes, count, counted } from '../../ui/format.ts'
import { type FormField, optionsOf } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Progress } from '../../ui/progress.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { ShownRows } from '../columns/workbook.shapes.ts'
import { exportBody, exportOfShown, exportQuery, MANY_ROWS, usual } from './export.logic.ts'
import { cancelExport, fetchExport, fetchFinished, readExport, startExport } from './export.queries.ts'

interface Props {
  workbook: { id: string; name: string; total_rows: number; columns_config: Column[] }
  /** Only these rows. */
  rowIds?: string[]
  /** The rows and columns on the screen when they are not simply all. */
  shown?: ShownRows | null
  onClose: () => void
}

const FORMATS = optionsOf({
  csv: 'CSV: for any program',
  xlsx: 'Excel (XLSX): numbers and dates as such',
  jsonl: 'JSON Lines: for programs',
})
const inFormats = (...values: string[]) => ({ setting: 'format', values })
const FOUND: FormField[] = [
  {
    name: 'unverified',
    kind: 'boolean',
    label: 'Include unverified values',
    hint: 'Guesses and addresses that nothing confirmed. Otherwise their cells stay blank in the file.',
  },
  {
    name: 'include',
    kind: 'choices',
    label: 'Beside each value that was found, also its',
    isInLine: true,
    options: optionsOf({
      status: 'Status',
      provider: 'Provider',
      confidence: 'Confidence',
      license: 'License',
      source_url: 'Page it was found on',
      fetched_at: 'When it was fetched',
    }),
  },
  {
    name: 'without',
    kind: 'choices',
    label: 'Exclude values by license',
    options: optionsOf({
      'proprietary-api': 'of vendors, whose terms may forbid passing it on',
      scraped: 'read from websites',
      'ODbL-1.0': 'under ODbL, which asks to share alike',
      'CC-BY-SA-4.0': 'under CC BY-SA, which asks to share alike',
      unknown: 'of unknown license',
    }),
  },
]
const ATTRIBUTION: FormField = {
  name: 'attribution',
  kind: 'boolean',
  label: 'End with the credits that licenses ask for',
  only: inFormats('csv', 'jsonl'),
}
const OF_CSV: FormField[] = [
  {
    name: 'safe',
    kind: 'boolean',
    label: 'Safe to open in a spreadsheet',
    hint: 'Text that would run as a formula gets an apostrophe in front.',
    only: inFormats('csv'),
  },
  {
    name: 'bom',
    kind: 'boolean',
    label: 'Add UTF-8 BOM',
    hint: 'Begins with a mark by which it knows the encoding.',
    only: inFormats('csv'),
  },
]
const names: Record<Schemas['ExportBodyInput']['format'], string> = { csv: 'CSV', xlsx: 'XLSX', jsonl: 'JSONL' }

export function ExportDialog({ workbook, rowIds, shown = null, onClose }: Props) {
  const { values: choices, tied, busy, submit, allWords: words } = useForm({ ...usual, rows: 'shown' })
  const onlyShown = shown !== null && choices.rows === 'shown'
  const [record, setRecord] = useState<Schemas['ExportRecord'] | null>(null)
  const saved = useRef(false)
  const rows = rowIds?.length ?? workbook.total_rows
  const computed = workbook.columns_config.some(({ type }) => type !== 'input')
  const every = workbook.columns_config.length
  const hidden = onlyShown
    ? every - shown.columns.length
    : workbook.columns_config.filter((column) => column.hidden).length
  const fileName = `${workbook.name.replace(/[\\/:*?"<>|\s]+/g, ' ').trim() || 'workbook'}.${choices.format}`
  const underWay = record !== null && (record.state === 'queued' || record.state === 'running')

  async function refresh(id: string) {
    await submit(async () => setRecord(await readExport(workbook.id, id)))
  }
  useEvents({ workbook_id: workbook.id, types: ['export.progress'] }, (event) => {
    if (record && event.export_id === record.id) void refresh(record.id)
  })
  const recordId = record?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again as long as one export is under way
  useEffect(() => {
    if (!underWay || !recordId) return
    const timer = setInterval(() => void refresh(recordId), 1500)
    return () => clearInterval(timer)
  }, [underWay, recordId])

  async function save(file: Promise<Blob>) {
    if (await submit(async () => saveFile(await file, fileName))) onClose()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved once, when it is done
  useEffect(() => {
    if (record?.state !== 'done' || !record.url || saved.current) return
    saved.current = true
    void save(fetchFinished(workbook.id, record.id))
  }, [record])

  async function begin() {
    const all = exportBody(choices, workbook.columns_config, rowIds ?? null)
    const asShown = onlyShown && !rowIds
    const body = asShown
      ? exportOfShown(all, shown, choices.shownOnly ? null : workbook.columns_config.map(({ id }) => id))
      : all
    if (rows <= MANY_ROWS && !rowIds && !asShown)
      return save(fetchExport(workbook.id, choices.format, exportQuery(all)))
    saved.current = false
    await submit(async () => setRecord(await startExport(workbook.id, body)))
  }

  const fields: FormField[] = [
    {
      name: 'format',
      kind: 'choice',
      label: 'Format',
      options: FORMATS,
      ...(computed &&
        choices.format === 'xlsx' && { hint: 'A second sheet names the sources whose licenses ask for it.' }),
    },
    ...(shown && !rowIds
      ? [
          {
            name: 'rows',
            kind: 'choice',
            label: 'Rows',
            options: [
              { value: 'shown', label: shown.words },
              { value: 'all', label: `All ${counted(workbook.total_rows, 'row')}` },
            ],
          },
        ]
      : []),
    ...(hidden > 0 ? [{ name: 'shownOnly', kind: 'boolean', label: `Skip ${counted(hidden, 'hidden column')}` }] : []),
    ...(computed ? FOUND : []),
    ...OF_CSV,
    ...(computed ? [ATTRIBUTION] : []),
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title="Export"
      about={shown && !rowIds ? workbook.name : `${counted(rows, 'row')} of ${workbook.name}`}
      actions={
        underWay ? (
          <Button
            onClick={() => {
              void cancelExport(workbook.id, record.id).catch(() => undefined)
              setRecord(null)
            }}
          >
            Stop
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" busy={busy} onClick={() => void begin()}>
              Export {names[choices.format]}
            </Button>
          </>
        )
      }
    >
      {words && (
        <p role="alert" className="mb-4 rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
          Nothing was exported. {words}
        </p>
      )}
      {record?.state === 'failed' && (
        <p role="alert" className="mb-4 rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
          Nothing was exported. {record.error}
        </p>
      )}
      {underWay ? (
        <div role="status" className="py-2">
          <p className="mb-1 text-sm tabular-nums">
            Writing: {count(record.done)}
            {record.total ? ` of ${count(record.total)}` : ''} rows, {bytes(record.file_size)}
          </p>
          <Progress label="Writing the file" value={record.total ? record.done / record.total : null} />
        </div>
      ) : (
        <SchemaForm {...tied} fields={fields} />
      )}
    </Dialog>
  )
}
