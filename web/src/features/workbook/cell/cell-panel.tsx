// One cell explained: its value and what can be done, why it is so, every attempt, where it came from, what it was before.
import { useQuery } from '@tanstack/react-query'
import { Copy, PanelRight, Pencil, RefreshCw, RotateCw, SkipForward, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Column } from '../../../api/shapes.ts'
import { rawText } from '../../../grid/marks/display.logic.ts'
import { explain, isMadeUp } from '../../../grid/marks/marks.logic.ts'
import { StatusMark } from '../../../grid/marks/status-mark.tsx'
import { cellOf, type GridColumn, type GridRow } from '../../../grid/model/grid.types.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy.ts'
import { capital, costWords, percent } from '../../../ui/format.ts'
import { Textarea } from '../../../ui/forms/field.tsx'
import { SidePanel } from '../../../ui/overlays/side-panel.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { PanelPart } from '../../../ui/panel-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import type { Evidence } from '../../columns/custom.shapes.ts'
import { conditionWords } from '../../columns/formulas/condition.logic.ts'
import { Facts, provenanceFacts } from '../../columns/values/facts.tsx'
import { ValueView } from '../../columns/values/value-view.tsx'
import { providersQuery, traceQuery } from '../../columns/workbook.queries.ts'
import type { CellRunOptions, Filter } from '../../columns/workbook.shapes.ts'
import { EvidencePart } from '../../custom-columns/try/evidence-part.tsx'
import { CellVersions } from '../../history/cell-versions.tsx'
import { Attempts } from './attempts.tsx'
import { Lineage } from './lineage.tsx'
import { costOf, inputsOf, isTurn, nextStep, skippedSteps, timeline } from './trace.logic.ts'

interface Props {
  workbookId: string
  row: GridRow
  column: GridColumn
  config: Column
  columns: Column[]
  editable: boolean
  onClose: () => void
  /** Shows the row that the cell is in. */
  onRow: () => void
  onEdit: (text: string) => void
  onRun: (options?: CellRunOptions) => void
  /** Takes a typed-over value back, so that runs may fill the cell again. */
  onClear: () => void
  /** Makes a column of what lies at a path inside the value. */
  onAddColumn?: ((path: string[]) => void) | undefined
}

export function CellPanel({
  workbookId,
  row,
  column,
  config,
  columns,
  editable,
  onClose,
  onRow,
  onEdit,
  onRun,
  onClear,
  onAddColumn,
}: Props) {
  const { value, enrichment } = cellOf(row, column)
  const [draft, setDraft] = useState<string | null>(null)
  const key = enrichment?.updated_at ?? enrichment?.status ?? ''
  const trace = useQuery({
    ...traceQuery(workbookId, row.row_id, column.id),
    enabled: column.computed,
    meta: { key },
  })
  const providers = useQuery(providersQuery())
  const told = trace.data
  const attempts = told?.attempts ?? []
  const names = new Map([
    ...attempts.map((one) => [one.provider, one.label] as const),
    ...(providers.data ?? []).map((one) => [one.id, one.label] as const),
  ])
  const inputs = told ? inputsOf(told) : []
  const skipped = told ? skippedSteps(told) : []
  const next = told && enrichment?.status !== 'overridden' ? nextStep(told) : null
  const tries = told?.attempts.filter((one) => !isTurn(one)).length ?? 0
  const wasCached =
    enrichment?.status !== 'overridden' &&
    told?.attempts.some((one) => one.cached && one.run_id === told.run_id) === true
  // A row that was delivered, or may have been, is sent again only on request.
  const mayHaveArrived =
    config.type === 'output' && (enrichment?.status === 'complete' || enrichment?.error?.class === 'uncertain')
  const filter = (config.run_if as Filter | null | undefined) ?? null
  const nameOf = (field: string) => columns.find((one) => one.id === field)?.name ?? field
  const why = enrichment ? explain(enrichment) : ''
  return (
    <SidePanel
      title={column.name}
      name="cell"
      below
      actions={<IconButton size="sm" icon={PanelRight} label="Open row" onClick={onRow} />}
      onClose={onClose}
    >
      <div className="flex flex-col gap-6">
        <section aria-label="Value">
          {draft === null ? (
            <div className="rounded-md border px-3 py-2">
              <ValueView value={value} kind={column.kind} isPlain={column.isPlain} onAddColumn={onAddColumn} />
            </div>
          ) : (
            <Textarea
              autoFocus
              aria-label={`New value of ${column.name}`}
              dir="auto"
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') {
                  event.preventDefault()
                  setDraft(null)
                }
              }}
            />
          )}
          {column.computed && (
            <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-sm">
              {enrichment ? (
                <StatusMark status={enrichment.status} words />
              ) : (
                <StatusMark status={column.awaited ? 'queued' : 'pending'} words />
              )}
              {isMadeUp(enrichment) && <Badge tone="warn">Test data</Badge>}
              {enrichment?.confidence != null && <span>{percent(enrichment.confidence)} confidence</span>}
              {enrichment?.cost_usd !== undefined && (
                <span>{told ? costOf(told, enrichment.cost_usd) : costWords(enrichment.cost_usd)}</span>
              )}
              {enrichment?.updated_at && <TimeAgo at={enrichment.updated_at} />}
            </p>
          )}
          {why.includes(': ') && (
            <p className="mt-1 text-ink-2 text-sm">{capital(why.slice(why.indexOf(': ') + 2))}.</p>
          )}
          {typeof enrichment?.provenance?.note === 'string' && (
            <p className="mt-1 text-sm text-warn">{enrichment.provenance.note}.</p>
          )}
          <div className="mt-3 flex flex-wrap gap-2">
            {draft !== null && (
              <>
                <Button
                  size="sm"
                  look="primary"
                  onClick={() => {
                    onEdit(draft)
                    setDraft(null)
                  }}
                >
                  Save
                </Button>
                <Button size="sm" onClick={() => setDraft(null)}>
                  Cancel
                </Button>
              </>
            )}
            {draft === null && editable && (
              <Button size="sm" icon={Pencil} onClick={() => setDraft(rawText(value))}>
                {column.computed ? 'Override' : 'Edit'}
              </Button>
            )}
            {draft === null && editable && enrichment?.status === 'overridden' && (
              <Button size="sm" icon={Undo2} onClick={onClear}>
                Remove override
              </Button>
            )}
            {draft === null && editable && column.computed && enrichment?.status !== 'overridden' && (
              <Button
                size="sm"
                icon={RotateCw}
                title={mayHaveArrived ? 'It is sent once more, whatever the receiver makes of it' : undefined}
                onClick={() => onRun(mayHaveArrived ? { force: true } : {})}
              >
                {mayHaveArrived ? 'Send again' : enrichment ? 'Run again' : 'Run this cell'}
              </Button>
            )}
            {draft === null && editable && wasCached && (
              <Button
                size="sm"
                icon={RefreshCw}
                title="The answer came from the cache; this calls the provider, and may cost"
                onClick={() => onRun({ force: true })}
              >
                Ask again
              </Button>
            )}
            {draft === null && editable && next && (
              <Button size="sm" icon={SkipForward} onClick={() => onRun({ after_step: next.after })}>
                {`Try ${next.label} instead`}
              </Button>
            )}
            {draft === null && value !== null && value !== undefined && (
              <Button
                size="sm"
                look="quiet"
                icon={Copy}
                onClick={async () =>
                  toast((await copyText(rawText(value))) ? 'Copied' : 'The browser blocked the clipboard')
                }
              >
                Copy
              </Button>
            )}
          </div>
        </section>

        {column.computed && trace.isPending && <Skeleton className="h-24" />}
        {trace.isError && (
          <ErrorState
            title="The attempts could not be loaded"
            meaning="The value above is as stored."
            error={trace.error}
            retry={() => void trace.refetch()}
            className="px-0 py-0"
          />
        )}

        {told && (inputs.length > 0 || skipped.length > 0 || filter) && (
          <PanelPart title="Why">
            {filter && (
              <p className="mb-2 text-sm">
                <span className={told.condition.holds === false ? 'text-warn' : 'text-ink-2'}>
                  {told.condition.holds === false ? 'Skipped: condition not met. ' : 'Condition met: '}
                </span>
                {told.condition.holds === false && told.condition.text
                  ? told.condition.text
                  : conditionWords(filter, nameOf)}
              </p>
            )}
            {filter && told.condition.reads.length > 0 && (
              <Facts facts={told.condition.reads.map(({ name, value }) => [name, rawText(value) || '(blank)'])} />
            )}
            <Facts facts={inputs.map(([name, input]) => [name, rawText(input) || '(blank)'])} />
            {skipped.map((step) => (
              <p key={step.label} className="mt-1.5 text-ink-2 text-sm">
                {step.label} is not called: {step.why}
              </p>
            ))}
          </PanelPart>
        )}
        {told && told.attempts.length > 0 && (
          <PanelPart title={tries === 1 ? 'Attempt' : `${tries} attempts`}>
            <Attempts attempts={timeline(told)} />
          </PanelPart>
        )}
        {enrichment?.research && <EvidencePart evidence={enrichment.research as unknown as Evidence} />}
        {told && <Lineage nodes={told.lineage} rowSource={told.row_source} />}
        {enrichment?.provenance && (
          <PanelPart title="Source">
            <Facts facts={provenanceFacts(enrichment.provenance, names)} />
          </PanelPart>
        )}
        <CellVersions
          workbookId={workbookId}
          rowId={row.row_id}
          columnId={column.id}
          editable={editable}
          version={column.computed ? [key, value] : value}
        />
      </div>
    </SidePanel>
  )
}
