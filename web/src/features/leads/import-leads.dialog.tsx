// A file of leads on its way into the store: where its columns go and what would not fit is seen before anything is stored.
import { Undo2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { describeProblem, isAborted } from '../../api/problem.ts'
import type { Column, Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { bytes, count, counted } from '../../ui/format.ts'
import { ChoiceGroup } from '../../ui/forms/choice.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { FileStage } from '../import/file-stage.tsx'
import {
  corrected,
  mappedCount,
  readingOf,
  type TableReading,
  type Targets,
  targetErrors,
} from '../import/import.logic.ts'
import { ReadingSkeleton } from '../import/import-progress.tsx'
import { MappingTable } from '../import/mapping-table.tsx'
import { LeadsImportedView, Refused } from './imported-leads.tsx'
import { followImport, importLeads, type LeadImportOptions, type LeadImportResult, previewLeads } from './leads.api.ts'
import { type LeadField, mappingOf } from './leads.logic.ts'
import { takeBack } from './take-back.ts'

const WAYS = [
  {
    value: 'overwrite',
    label: 'Take over the values of the file',
    about: 'They take the place of what is in the store; lists grow.',
  },
  { value: 'fill_blanks', label: 'Only fill in what is missing', about: 'What is in the store stays as it is.' },
  { value: 'skip', label: 'Leave known leads alone', about: 'Only new ones are added.' },
] as const
const WORDS = { fresh: 'Keep as a value of your own', into: 'Into a field of the lead' }
/** A larger file is not checked again after every choice: each check sends it whole. */
const SMALL = 20 * 1024 * 1024

/** How the file is read, and where its columns go when that was chosen. */
type Asked = TableReading & { mapping?: ReturnType<typeof mappingOf> }

interface Props {
  file: File
  fields: readonly LeadField[]
  onClose: (changed: boolean) => void
}

export function ImportLeadsDialog({ file, fields, onClose }: Props) {
  const [preview, setPreview] = useState<Schemas['LeadsPreview'] | null>(null)
  const [targets, setTargets] = useState<Targets>(new Map())
  const [way, setWay] = useState<NonNullable<LeadImportOptions['existing']>>('overwrite')
  /** The current or the last request. */
  const [asked, setAsked] = useState<Asked>({})
  const [looking, setLooking] = useState(false)
  const [unread, setUnread] = useState<unknown>(null)
  const [share, setShare] = useState<number | null>(null)
  /** Rows taken in so far, once the file is there and its job goes on. */
  const [taken, setTaken] = useState<number | null>(null)
  const [undoing, setUndoing] = useState(false)
  const [undone, setUndone] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [result, setResult] = useState<LeadImportResult | null>(null)
  const stop = useRef<AbortController | null>(null)
  const working = share !== null && preview !== null
  // The choices on the screen are for the columns of before; other targets leave the columns as they are.
  const rereading = looking && asked.mapping === undefined

  const look = useCallback(
    async (options: Asked) => {
      stop.current?.abort()
      const own = new AbortController()
      stop.current = own
      setUnread(null)
      setAsked(options)
      setLooking(true)
      try {
        setPreview(await previewLeads(file, options, own.signal))
      } catch (error) {
        if (!isAborted(error)) setUnread(error)
      } finally {
        if (stop.current === own) setLooking(false)
      }
    },
    [file],
  )
  useEffect(() => {
    void look({})
    return () => stop.current?.abort()
  }, [look])

  const columns = fields
    .filter(({ name }) => name !== 'custom')
    .map(({ name, label, type }) => ({ id: name, name: label, type: 'input', input_type: type }) as Column)
  const shared = new Set(fields.filter(({ joins }) => joins).map(({ name }) => name))
  const errors = preview ? targetErrors(preview.columns, targets, [], shared) : new Map<number, string>()
  const rows = (preview?.total_rows ?? 0) - (preview?.rejected ?? 0)
  const ready = preview !== null && errors.size === 0 && rows > 0 && mappedCount(preview.columns, targets) > 0

  function correct(change: TableReading) {
    if (!preview) return
    // Other columns than before: choices made for the old ones mean nothing.
    setTargets(new Map())
    void look(corrected(preview, change))
  }

  function aim(index: number, target: Schemas['ImportTarget']) {
    const next = new Map(targets).set(index, target)
    setTargets(next)
    if (!preview || file.size > SMALL || targetErrors(preview.columns, next, [], shared).size > 0) return
    void look({ ...readingOf(preview), mapping: mappingOf(preview.columns, next) })
  }

  async function go() {
    if (!preview) return
    stop.current?.abort()
    stop.current = new AbortController()
    setLooking(false)
    setFailed(null)
    setShare(0)
    const options = {
      ...readingOf(preview),
      mapping: mappingOf(preview.columns, targets),
      existing: way,
      wait_seconds: 1,
    }
    const { signal } = stop.current
    try {
      const begun = await importLeads(file, options, setShare, signal)
      setResult(await followImport(begun, setTaken, signal))
    } catch (error) {
      const problem = describeProblem(error)
      if (!isAborted(error)) setFailed(`${problem.what} ${problem.next}`)
    } finally {
      setShare(null)
      setTaken(null)
    }
  }

  async function undo(importId: string) {
    setUndoing(true)
    const isBack = await takeBack(importId, (done, total) => setUndone(`${count(done)} of ${count(total)}`))
    setUndone(null)
    setUndoing(false)
    if (isBack) close()
  }

  function close() {
    stop.current?.abort()
    onClose(result !== null || working)
  }

  const about = `${bytes(file.size)}${preview?.total_rows ? ` · ${counted(preview.total_rows, 'row')}` : ''} · into the lead store`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="xl"
      title={result ? 'Leads imported' : `Import ${file.name}`}
      about={result ? undefined : about}
      actions={
        result ? (
          <>
            {result.created + result.updated > 0 && (
              <Button icon={Undo2} className="mr-auto" busy={undoing} onClick={() => void undo(result.import_id)}>
                {undone === null ? 'Undo import' : `Undoing ${undone}`}
              </Button>
            )}
            <Button look="primary" onClick={close}>
              Show the leads
            </Button>
          </>
        ) : (
          <>
            <span className="mr-auto text-bad text-sm">
              {errors.size > 0 && `${counted(errors.size, 'column')} cannot go where another goes`}
            </span>
            <Button onClick={close}>{taken === null ? 'Cancel' : 'Run in background'}</Button>
            <Button look="primary" disabled={!ready || looking} busy={working} onClick={() => void go()}>
              {preview && rows === 0 ? 'Nothing to import' : preview ? `Import ${counted(rows, 'row')}` : 'Import'}
            </Button>
          </>
        )
      }
    >
      {result && <LeadsImportedView result={result} fileName={file.name} />}
      {!result && unread !== null && (
        <ErrorState
          className="py-6"
          title="The file could not be read"
          meaning="Nothing was stored."
          error={unread}
          retry={() => void look(asked)}
        />
      )}
      {!result && !preview && unread === null && <ReadingSkeleton share={null} />}
      {!result && preview && (
        <>
          {working && (
            <Progress
              label={taken === null ? 'Uploading' : `Importing: ${counted(taken, 'row')}`}
              value={taken !== null && rows > 0 ? Math.min(1, taken / rows) : share === 1 ? null : share}
            />
          )}
          <FormError>{failed}</FormError>
          <FileStage
            preview={preview}
            busy={working || rereading}
            onCorrect={correct}
            mapping={
              <MappingTable
                columns={preview.columns}
                existing={columns}
                targets={targets}
                errors={errors}
                onChange={aim}
                words={WORDS}
              />
            }
            more={[
              {
                value: 'known',
                label: 'Leads that are known',
                content: (
                  <div className="py-3">
                    <ChoiceGroup
                      legend="Leads that are known already"
                      hideLegend
                      options={WAYS}
                      value={way}
                      onPick={setWay}
                    />
                  </div>
                ),
              },
              ...(preview.rejected > 0
                ? [
                    {
                      value: 'refused',
                      label: 'Not leads',
                      count: preview.rejected,
                      content: <Refused rows={preview.rejected_rows} all={preview.rejected} />,
                    },
                  ]
                : []),
            ]}
          />
        </>
      )}
    </Dialog>
  )
}
