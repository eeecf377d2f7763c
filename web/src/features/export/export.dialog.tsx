// Export of a workbook: the format, what stands beside the values, what must not leave; a big one in the background.
import { useEffect, useRef, useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { describeProblem } from '../../api/problem.ts'
import type { Column, Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { bytes, count, counted } from '../../ui/format.ts'
import { Checkbox, Field, Select } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Progress } from '../../ui/progress.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { ShownRows } from '../columns/workbook.shapes.ts'
import {
  type Choices,
  type ExportLicense,
  exportBody,
  exportOfShown,
  exportQuery,
  type Include,
  MANY_ROWS,
  usual,
} from './export.logic.ts'
import { cancelExport, fetchExport, fetchFinished, readExport, startExport } from './export.queries.ts'

interface Props {
  workbook: { id: string; name: string; total_rows: number; columns_config: Column[] }
  /** Only these rows. */
  rowIds?: string[]
  /** The rows and columns on the screen when they are not simply all. */
  shown?: ShownRows | null
  onClose: () => void
}

const formats: [Schemas['ExportBodyInput']['format'], string][] = [
  ['csv', 'CSV: for any program'],
  ['xlsx', 'Excel (XLSX): numbers and dates as such'],
  ['jsonl', 'JSON Lines: for programs'],
]
const facets: [Include, string][] = [
  ['status', 'Status'],
  ['provider', 'Provider'],
  ['confidence', 'Confidence'],
  ['license', 'License'],
  ['source_url', 'Page it was found on'],
  ['fetched_at', 'When it was fetched'],
]
const licenses: [ExportLicense, string][] = [
  ['proprietary-api', 'of vendors, whose terms may forbid passing it on'],
  ['scraped', 'read from websites'],
  ['ODbL-1.0', 'under ODbL, which asks to share alike'],
  ['CC-BY-SA-4.0', 'under CC BY-SA, which asks to share alike'],
  ['unknown', 'of unknown license'],
]
const names: Record<Schemas['ExportBodyInput']['format'], string> = { csv: 'CSV', xlsx: 'XLSX', jsonl: 'JSONL' }

export function ExportDialog({ workbook, rowIds, shown = null, onClose }: Props) {
  const [onlyShown, setOnlyShown] = useState(shown !== null)
  const [choices, setChoices] = useState(usual)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  const [record, setRecord] = useState<Schemas['ExportRecord'] | null>(null)
  const saved = useRef(false)
  const rows = rowIds?.length ?? workbook.total_rows
  const computed = workbook.columns_config.some(({ type }) => type !== 'input')
  const every = workbook.columns_config.length
  const hidden =
    shown && onlyShown ? every - shown.columns.length : workbook.columns_config.filter((column) => column.hidden).length
  const change = (some: Partial<Choices>) => setChoices({ ...choices, ...some })
  const toggle = <T,>(list: T[], one: T, on: boolean) => (on ? [...list, one] : list.filter((other) => other !== one))
  const fileName = `${workbook.name.replace(/[\\/:*?"<>|\s]+/g, ' ').trim() || 'workbook'}.${choices.format}`
  const underWay = record !== null && (record.state === 'queued' || record.state === 'running')

  async function refresh(id: string) {
    try {
      setRecord(await readExport(workbook.id, id))
    } catch (error) {
      setFailed(error)
    }
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
    setBusy(true)
    setFailed(null)
    try {
      saveFile(await file, fileName)
      onClose()
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved once, when it is done
  useEffect(() => {
    if (record?.state !== 'done' || !record.url || saved.current) return
    saved.current = true
    void save(fetchFinished(workbook.id, record.id))
  }, [record])

  async function begin() {
    const all = exportBody(choices, workbook.columns_config, rowIds ?? null)
    const asShown = shown !== null && onlyShown && !rowIds
    const body = asShown
      ? exportOfShown(all, shown, choices.shownOnly ? null : workbook.columns_config.map(({ id }) => id))
      : all
    if (rows <= MANY_ROWS && !rowIds && !asShown)
      return save(fetchExport(workbook.id, choices.format, exportQuery(all)))
    setBusy(true)
    setFailed(null)
    saved.current = false
    try {
      setRecord(await startExport(workbook.id, body))
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(false)
    }
  }

  const problem = failed === null ? null : describeProblem(failed)
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
      {problem && (
        <p role="alert" className="mb-4 rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
          Nothing was exported. {problem.what} {problem.next}
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
        <div className="flex flex-col gap-5">
          <Field label="Format">
            <Select
              value={choices.format}
              onChange={(event) => change({ format: event.target.value as Schemas['ExportBodyInput']['format'] })}
            >
              {formats.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          </Field>
          {shown && !rowIds && (
            <Field label="Rows">
              <Select
                value={onlyShown ? 'shown' : 'all'}
                onChange={(event) => setOnlyShown(event.target.value === 'shown')}
              >
                <option value="shown">{shown.words}</option>
                <option value="all">{`All ${counted(workbook.total_rows, 'row')}`}</option>
              </Select>
            </Field>
          )}
          {hidden > 0 && (
            <Checkbox
              label={`Skip ${counted(hidden, 'hidden column')}`}
              checked={choices.shownOnly}
              onChange={(shownOnly) => change({ shownOnly })}
            />
          )}
          {computed && (
            <fieldset>
              <legend className="mb-2 font-medium text-ink-2 text-sm">
                Beside each value that was found, also its
              </legend>
              <div className="grid grid-cols-2 gap-2">
                {facets.map(([value, text]) => (
                  <Checkbox
                    key={value}
                    label={text}
                    checked={choices.include.includes(value)}
                    onChange={(on) => change({ include: toggle(choices.include, value, on) })}
                  />
                ))}
              </div>
            </fieldset>
          )}
          {computed && (
            <fieldset>
              <legend className="mb-2 font-medium text-ink-2 text-sm">Exclude values by license</legend>
              <div className="flex flex-col gap-2">
                {licenses.map(([value, text]) => (
                  <Checkbox
                    key={value}
                    label={text}
                    checked={choices.without.includes(value)}
                    onChange={(on) => change({ without: toggle(choices.without, value, on) })}
                  />
                ))}
              </div>
            </fieldset>
          )}
          <div className="flex flex-col gap-2">
            {choices.format === 'csv' && (
              <>
                <Checkbox
                  label="Safe to open in a spreadsheet"
                  hint="Text that would run as a formula gets an apostrophe in front."
                  checked={!choices.raw}
                  onChange={(safe) => change({ raw: !safe })}
                />
                <Checkbox
                  label="Add UTF-8 BOM"
                  hint="Begins with a mark by which it knows the encoding."
                  checked={choices.bom}
                  onChange={(bom) => change({ bom })}
                />
              </>
            )}
            {computed && choices.format !== 'xlsx' && (
              <Checkbox
                label="End with the credits that licenses ask for"
                checked={choices.attribution}
                onChange={(attribution) => change({ attribution })}
              />
            )}
            {computed && choices.format === 'xlsx' && (
              <p className="text-ink-3 text-sm">A second sheet names the sources whose licenses ask for it.</p>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}
