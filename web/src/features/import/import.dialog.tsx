// Import of a file into a workbook: how it reads and where its columns go, the plan row by row, the work, the result.
import { TriangleAlert, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Schemas, Workbook } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { bytes, count, counted } from '../../ui/format.ts'
import { Textarea } from '../../ui/forms/field.tsx'
import { ChooseFile, PageDrop } from '../../ui/forms/file-drop.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { undoable } from '../history/use-undo.ts'
import { FileStage } from './file-stage.tsx'
import {
  corrected,
  importOptions,
  type MatchingChoice,
  mappedCount,
  noMatching,
  openQuestions,
  readingOf,
  type TableReading,
  type Targets,
  targetErrors,
  type ValueManners,
} from './import.logic.ts'
import { AtWork, ReadingSkeleton, Refusal } from './import-progress.tsx'
import { ImportResultView } from './import-result.tsx'
import { MappingTable } from './mapping-table.tsx'
import { PlanView } from './plan-view.tsx'
import { RowMatching } from './row-matching.tsx'
import { Steps } from './steps.tsx'
import { useImport } from './use-import.ts'

interface Props {
  workbook: Pick<Workbook, 'id' | 'name' | 'columns_config'>
  /** Without a file the dialog asks for one. */
  file?: File
  /** Closed before anything was imported. */
  onCancel: () => void
  /** Closed after the import. */
  onDone: (result: Schemas['ImportResult']) => void
}

export function ImportDialog({ workbook, file: given, onCancel, onDone }: Props) {
  const [file, setFile] = useState(given ?? null)
  const [pasted, setPasted] = useState('')
  const [targets, setTargets] = useState<Targets>(new Map())
  const [manners, setManners] = useState<ValueManners>(new Map())
  const [matching, setMatching] = useState<MatchingChoice>(noMatching)
  const importing = useImport(workbook.id, file)
  const { preview, record, failed, sent, rereading, asking } = importing
  const hasRows = 'total_rows' in workbook && Number(workbook.total_rows) > 0

  // A workbook with rows is most often imported into to bring these up to date.
  const proposed = preview?.identity
  useEffect(() => {
    setMatching(proposed && hasRows ? { ...noMatching, ...proposed } : noMatching)
  }, [proposed, hasRows])

  function choose(next: File) {
    setTargets(new Map())
    setManners(new Map())
    setFile(next)
  }

  function correct(change: TableReading) {
    // Other columns than before: choices made for the old ones mean nothing.
    if (change.delimiter !== undefined || change.sheet !== undefined || change.skip_rows !== undefined) {
      setTargets(new Map())
      setManners(new Map())
    }
    if (preview) void importing.reread(corrected(preview, change))
  }

  function aim(index: number, target: Schemas['ImportTarget']) {
    setTargets(new Map(targets).set(index, target))
    if (target.kind === 'skip' && matching.index === index) setMatching({ ...matching, index: null })
  }

  const errors = preview ? targetErrors(preview.columns, targets, workbook.columns_config) : new Map<number, string>()
  const questions = preview ? openQuestions(preview.columns, targets, manners, matching, workbook.columns_config) : []
  const kept = preview?.columns.filter((one) => (targets.get(one.index) ?? one.target).kind !== 'skip') ?? []
  const rows = preview?.total_rows
  // Nothing to import in it, or not to be read at all.
  const hopeless = rows === 0 || (failed !== null && !preview)
  const isPlanning = record?.state === 'planning'
  const isCommitting = record?.state === 'committing'
  const plan = record && (record.state === 'planned' || isCommitting) ? record.plan : null
  const result = record?.result && (record.state === 'done' || record.state === 'cancelled') ? record.result : null
  const stage = result ? 'result' : isCommitting ? 'work' : isPlanning || plan ? 'plan' : file ? 'file' : 'choose'
  const ready =
    preview !== null &&
    !rereading &&
    !hopeless &&
    errors.size === 0 &&
    questions.length === 0 &&
    mappedCount(preview.columns, targets) > 0
  const close = () => (result ? onDone(result) : onCancel())

  /** `direct`: to be imported without being shown, where there is nothing to decide on. */
  function makePlan(direct: boolean) {
    if (!preview) return
    setDirect(direct)
    void importing.plan(importOptions(readingOf(preview), preview.columns, targets, matching, manners))
  }

  // Into a workbook without rows, a plan that adds all of them has nothing to decide on.
  const [isDirect, setDirect] = useState(false)
  const isPlanned = record?.state === 'planned'
  const isPlain = plan?.create === rows && plan?.duplicates === 0 && plan?.unparsed.length === 0
  const { commit } = importing
  useEffect(() => {
    if (!isDirect || !isPlanned) return
    setDirect(false)
    if (isPlain) void commit()
  }, [isDirect, isPlanned, isPlain, commit])

  const writes = plan ? plan.create + plan.update : 0
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
            ? errors.size === 1
              ? '1 column needs another target'
              : `${count(errors.size)} columns need another target`
            : questions[0]}
        </span>
        <Button onClick={onCancel}>Cancel</Button>
        {hopeless ? (
          <ChooseFile onFile={choose}>Choose another file</ChooseFile>
        ) : (
          <>
            <Button
              look={hasRows ? 'primary' : 'plain'}
              disabled={!ready}
              busy={rereading || asking}
              onClick={() => makePlan(false)}
            >
              Preview
            </Button>
            {!hasRows && (
              <Button look="primary" disabled={!ready} busy={rereading || asking} onClick={() => makePlan(true)}>
                {rows ? `Import ${counted(rows, 'row')}` : 'Import'}
              </Button>
            )}
          </>
        )}
      </>
    ),
    plan: isPlanning ? (
      <Button onClick={onCancel}>Cancel</Button>
    ) : (
      <>
        <Button onClick={importing.unplan} className="mr-auto">
          Back
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" disabled={writes === 0} busy={asking} onClick={() => void importing.commit()}>
          {writes === 0 ? 'Nothing to import' : `Import ${counted(writes, 'row')}`}
        </Button>
      </>
    ),
    work: <Button onClick={() => void importing.stop()}>Stop</Button>,
    result: (
      <>
        {record && result && result.created + result.updated > 0 && (
          <Button
            icon={Undo2}
            className="mr-auto"
            onClick={() => {
              close()
              undoable([record.id]).action?.run()
            }}
          >
            Undo import
          </Button>
        )}
        <Button look="primary" onClick={close}>
          Show the rows
        </Button>
      </>
    ),
  }[stage]

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isCommitting && close()}
      sticky={isCommitting}
      size="xl"
      title={
        result
          ? record?.state === 'cancelled'
            ? 'Stopped'
            : 'Imported'
          : file
            ? `Import ${file.name}`
            : 'Import a file'
      }
      about={
        file && !result
          ? `${bytes(file.size)}${rows ? ` · ${counted(rows, 'row')}` : ''}${preview ? ` · ${counted(preview.columns.length, 'column')}` : ''} · into ${workbook.name}`
          : undefined
      }
      actions={actions}
    >
      {stage !== 'choose' && <Steps stage={stage} />}
      {stage === 'choose' && (
        <div className="flex flex-col gap-4 py-2">
          <div className="flex flex-col items-center gap-3 rounded-md border border-line-strong border-dashed px-4 py-8 text-center">
            <p className="font-medium">Drop a CSV, Excel (XLSX) or JSON file here</p>
            <p className="text-ink-3 text-sm">
              Nothing is imported until you say so; a preview shows row by row what would happen.
            </p>
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
      <PageDrop words="Drop to import this file" disabled={stage !== 'choose' && stage !== 'file'} onFile={choose} />
      {failed !== null && stage === 'file' && !preview && (
        <ErrorState
          className="py-6"
          title="The file could not be read"
          meaning="Nothing was stored."
          error={failed}
          {...(file ? { retry: importing.again } : {})}
        />
      )}
      {stage === 'file' && !preview && failed === null && (
        <ReadingSkeleton share={file && file.size > 5_000_000 ? sent : null} />
      )}
      {stage === 'file' && preview && (
        <>
          {failed !== null && <Refusal error={failed} what="There is no plan yet." />}
          <FileStage
            preview={preview}
            busy={rereading}
            onCorrect={correct}
            mapping={
              <MappingTable
                columns={preview.columns}
                existing={workbook.columns_config}
                targets={targets}
                errors={errors}
                onChange={aim}
                manners={manners}
                onManner={(index, manner) => setManners(new Map(manners).set(index, manner))}
              />
            }
            more={[
              {
                value: 'matching',
                label: matching.index === null ? 'Existing rows' : 'Existing rows: matched',
                content: <RowMatching columns={kept} value={matching} onChange={setMatching} />,
              },
            ]}
          />
        </>
      )}
      {record && (isPlanning || isCommitting) && <AtWork record={record} />}
      {stage === 'plan' && importing.overtaken && (
        <p role="alert" className="mb-4 flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
          The workbook changed since the last plan. Nothing was imported; this is what would happen now.
        </p>
      )}
      {failed !== null && stage === 'plan' && <Refusal error={failed} what="The import did not begin." />}
      {record && plan && stage === 'plan' && (
        <PlanView
          record={record}
          plan={plan}
          columns={workbook.columns_config}
          fileColumns={preview?.columns.map(({ name }) => name) ?? []}
        />
      )}
      {result && file && (
        <ImportResultView
          workbookId={workbook.id}
          result={result}
          fileName={file.name}
          stopped={record?.state === 'cancelled'}
        />
      )}
    </Dialog>
  )
}
