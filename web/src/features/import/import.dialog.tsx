// Import of a file, into rows or leads: where its columns go beside its first rows, what would happen to rows that exist, the work, the result.
import { TriangleAlert, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { asProblem } from '../../api/problem.ts'
import { useAct } from '../../session/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { bytes, capital, count, counted } from '../../ui/format.ts'
import { Textarea } from '../../ui/forms/field.tsx'
import { ChooseFile, PageDrop } from '../../ui/forms/file-drop.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { ImportDestination, ImportRequest } from './destination.ts'
import { FileView } from './file-view.tsx'
import {
  corrected,
  type FilePreview,
  goesNowhere,
  isOtherTable,
  openQuestions,
  readingOf,
  rowsToImport,
  type TableReading,
  type Targets,
  targetErrors,
  usualChoice,
  type ValueManners,
} from './import.logic.ts'
import { ImportProgress, ReadingSkeleton, Refusal } from './import-progress.tsx'
import { ImportResultView } from './import-result.tsx'
import { PlanView } from './plan-view.tsx'
import { useImport } from './use-import.ts'

interface Props {
  destination: ImportDestination
  /** Without a file the dialog asks for one. */
  file?: File
  /** Closed before anything was imported. */
  onCancel: () => void
  /** Closed after the import, or while it goes on. */
  onDone: () => void
  /** What follows the import; what was imported is shown by default. */
  next?: string
}

const NOTHING = { targets: new Map() as Targets, manners: new Map() as ValueManners }

export function ImportDialog({ destination: given, file: first, onCancel, onDone, next }: Props) {
  // The page may be drawn again with another one while the file is imported.
  const [destination] = useState(given)
  const [file, setFile] = useState(first ?? null)
  const [pasted, setPasted] = useState('')
  const [{ targets, manners }, setColumns] = useState(NOTHING)
  const importing = useImport(destination, file)
  const { preview, planned, outcome, busy, failed } = importing
  const proposed = useMemo(() => (preview ? destination.proposed(preview) : {}), [preview, destination])
  const form = useForm({ ...usualChoice, ...proposed })
  const [undoing, act] = useAct()
  const { values: choice } = form

  function choose(next: File) {
    setColumns(NOTHING)
    form.reset()
    setFile(next)
  }
  function correct(change: TableReading) {
    if (!preview || !file) return
    if (isOtherTable(change)) setColumns(NOTHING)
    void importing.read(file, corrected(preview, change))
  }
  function aim(index: number, target: FilePreview['columns'][number]['target']) {
    const next = new Map(targets).set(index, target)
    setColumns({ targets: next, manners })
    if (target.kind === 'skip' && choice.key === String(index)) form.set({ key: '' })
    if (preview && file && destination.checks(file) && errorsOf(preview, next, destination).size === 0)
      void importing.read(file, readingOf(preview), next)
  }

  const errors = preview ? errorsOf(preview, targets, destination) : new Map<number, string>()
  const asked: ImportRequest | null = preview && file && { file, preview, targets, manners, choice, planned }
  const questions = asked ? openQuestions(asked, destination.isTyped ? destination.columns : []) : []
  const rows = preview ? rowsToImport(preview, choice) : 0
  // Nothing to import in it, or not to be read at all.
  const isHopeless = preview ? rows === 0 : failed !== null
  const isReady =
    busy === null &&
    !isHopeless &&
    errors.size === 0 &&
    questions.length === 0 &&
    preview?.columns.some((column) => !goesNowhere(column, targets)) === true
  const isAtWork = busy === 'planning' || busy === 'importing'
  const stage = !file ? 'choose' : outcome ? 'result' : isAtWork ? 'work' : planned ? 'plan' : 'file'
  // A new workbook is made with the last of its rows.
  const close = () => (outcome || (busy === 'importing' && !destination.isNew) ? onDone() : onCancel())
  const writes = planned ? planned.plan.create + planned.plan.update : 0
  const commit = () => asked && void importing.commit(asked)
  const importButton = (
    <Button look="primary" disabled={stage === 'plan' ? writes === 0 : !isReady} onClick={commit}>
      {importWords(stage === 'plan' ? writes : preview ? rows : null)}
    </Button>
  )

  const actions = {
    choose: (
      <>
        <Button onClick={onCancel}>Cancel</Button>
        {pasted.trim() !== '' && (
          <Button look="primary" onClick={() => choose(new File([pasted], 'Pasted table', { type: 'text/plain' }))}>
            Read it
          </Button>
        )}
      </>
    ),
    file: (
      <>
        <span className="mr-auto text-bad text-sm">
          {errors.size > 0
            ? `${counted(errors.size, 'column')} ${errors.size === 1 ? 'needs' : 'need'} another target`
            : questions[0]}
        </span>
        <Button onClick={onCancel}>Cancel</Button>
        {isHopeless ? (
          <ChooseFile onFile={choose}>Choose another file</ChooseFile>
        ) : destination.plan ? (
          <Button look="primary" disabled={!isReady} onClick={() => asked && void importing.plan(asked)}>
            Preview
          </Button>
        ) : (
          importButton
        )}
      </>
    ),
    plan: (
      <>
        <Button onClick={importing.unplan} className="mr-auto">
          Back
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        {importButton}
      </>
    ),
    work: (
      <>
        {busy === 'planning' || importing.sent !== null || destination.isNew ? (
          <Button onClick={onCancel}>Cancel</Button>
        ) : (
          <>
            {destination.stop && <Button onClick={() => void destination.stop?.()}>Stop</Button>}
            <Button onClick={onDone}>Run in background</Button>
          </>
        )}
      </>
    ),
    result: (
      <>
        {outcome?.isChanged && (
          <Button
            icon={Undo2}
            className="mr-auto"
            busy={undoing}
            onClick={() =>
              void act(async () => {
                if (await destination.undo(outcome.import_id)) destination.isNew ? onCancel() : onDone()
              }, 'The import was not undone.')
            }
          >
            Undo import
          </Button>
        )}
        <Button look="primary" onClick={onDone}>
          {next ?? `Show the ${destination.many}`}
        </Button>
      </>
    ),
  }[stage]

  const facts = [
    ...(file ? [bytes(file.size)] : []),
    ...(preview ? [counted(preview.total_rows ?? 0, 'row'), counted(preview.columns.length, 'column')] : []),
    destination.isNew ? 'into a new workbook' : `into ${destination.name}`,
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size={stage === 'file' ? 'full' : 'lg'}
      title={outcome ? (outcome.isStopped ? 'Stopped' : 'Imported') : file ? `Import ${file.name}` : 'Import a file'}
      about={outcome ? undefined : capital(facts.join(' · '))}
      actions={actions}
    >
      <PageDrop words="Drop to import this file" disabled={stage !== 'choose' && stage !== 'file'} onFile={choose} />
      {stage === 'choose' && (
        <div className="flex flex-col gap-4 py-2">
          <div className="flex flex-col items-center gap-3 rounded-md border border-line-strong border-dashed px-4 py-8 text-center">
            <p className="font-medium">Drop a CSV, Excel (XLSX) or JSON file here</p>
            <p className="text-ink-3 text-sm">You see how it reads before anything is imported.</p>
            <ChooseFile look="primary" onFile={choose}>
              Choose a file
            </ChooseFile>
          </div>
          <Textarea
            aria-label="Or paste a table"
            placeholder="Or paste cells copied from a spreadsheet, or CSV text"
            rows={5}
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
          />
        </div>
      )}
      {stage === 'file' && failed !== null && !preview && file && (
        <ErrorState
          className="py-6"
          title="The file could not be read"
          meaning="Nothing was stored."
          error={failed}
          {...(asProblem(failed).status !== 422 && { retry: () => void importing.read(file, {}) })}
        />
      )}
      {stage === 'file' && failed === null && !preview && (
        <ReadingSkeleton share={file && file.size > 5_000_000 ? importing.sent : null} />
      )}
      {failed !== null && (preview || planned) && <Refusal error={failed} what="Nothing was imported." />}
      {stage === 'file' && preview && (
        <FileView
          destination={destination}
          preview={preview}
          isBusy={busy === 'reading'}
          targets={targets}
          manners={manners}
          errors={errors}
          form={form}
          onCorrect={correct}
          onAim={aim}
          onManner={(index, manner) => setColumns({ targets, manners: new Map(manners).set(index, manner) })}
        />
      )}
      {stage === 'work' && (
        <ImportProgress
          isPlanning={busy === 'planning'}
          {...importing}
          total={importing.total ?? preview?.total_rows ?? null}
        />
      )}
      {stage === 'plan' && importing.isOutdated && (
        <p role="alert" className="mb-4 flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
          The workbook changed since the last plan. Nothing was imported; this is what would happen now.
        </p>
      )}
      {stage === 'plan' && planned && (
        <PlanView
          record={planned}
          plan={planned.plan}
          columns={destination.columns}
          fileColumns={preview?.columns.map(({ name }) => name) ?? []}
        />
      )}
      {outcome && file && <ImportResultView outcome={outcome} fileName={file.name} />}
    </Dialog>
  )
}

const importWords = (rows: number | null) =>
  rows === null ? 'Import' : rows === 0 ? 'Nothing to import' : `Import ${count(rows)} ${rows === 1 ? 'row' : 'rows'}`

const errorsOf = ({ columns }: FilePreview, targets: Targets, { isTyped, columns: own, shared }: ImportDestination) =>
  targetErrors(columns, targets, isTyped ? own : [], shared)
