// The panel for adding or changing a column: choose from the catalog, set it up, save, or save and run.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { queries } from '../../../api/queries.ts'
import type { Column } from '../../../api/shapes.ts'
import type { GridRow } from '../../../grid/model/grid.types.ts'
import { showError } from '../../../session/show-error.ts'
import { keepDraft, readDraft } from '../../../ui/forms/kept-draft.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { OutputChoice } from '../../columns/catalogue.logic.ts'
import { ColumnFrame } from '../../columns/column-frame.tsx'
import { freeName, isComputed, isRun } from '../../columns/columns.logic.ts'
import {
  type ComputedDraft,
  newComputed,
  problemOfComputed,
  readComputed,
  writeComputed,
} from '../../columns/computed.logic.ts'
import type { AskedAsProvider } from '../../columns/custom.shapes.ts'
import { type CustomColumnKind, customKind, isComputedKind, offerOf } from '../../columns/custom-kinds.logic.ts'
import { type InputDraft, readInput, writeInput } from '../../columns/input-draft.logic.ts'
import { useColumnDraft } from '../../columns/use-column-draft.ts'
import { addColumn } from '../../columns/workbook.api.ts'
import { providersQuery, suggestedInputsQuery, workbookQuery } from '../../columns/workbook.queries.ts'
import type { ColumnDraft, Provider } from '../../columns/workbook.shapes.ts'
import { PerformanceSection } from '../../intelligence/performance-section.tsx'
import { AutoRunSection } from '../../runs/auto-run.tsx'
import { readHow } from '../waterfall/how.logic.ts'
import { inOwnOrder } from '../waterfall/order-advice.logic.ts'
import { TryWaterfall } from '../waterfall/try-waterfall.tsx'
import type { WaterfallDraft } from '../waterfall/waterfall-draft.ts'
import { WaterfallForm } from '../waterfall/waterfall-form.tsx'
import { Catalogue } from './catalogue.tsx'
import { isWhole, newWaterfall, problemOfDraft, readWaterfall, writeWaterfall } from './column-draft.logic.ts'
import { InputForm } from './input-form.tsx'

const ComputedForm = lazy(async () => ({ default: (await import('../formula/computed-forms.tsx')).ComputedForm }))
const loadCustom = () => import('../../custom-columns/editors.ts')
const SaveProviderDialog = lazy(async () => ({
  default: (await import('../../own-providers/save-provider.dialog.tsx')).SaveProviderDialog,
}))
const CustomPanel = lazy(async () => ({ default: (await import('../../custom-columns/custom-panel.tsx')).CustomPanel }))

type Draft = WaterfallDraft | InputDraft | ComputedDraft

interface Props {
  workbookId: string
  columns: Column[]
  /** The column to change; undefined adds one. */
  column: Column | undefined
  samples: GridRow[]
  /** Ids of the first rows, to try a column on. */
  rowIds: string[]
  onClose: () => void
  /** Another type for the column that is open. */
  onType: () => void
  /** What a new column is first searched by. */
  wanted?: string | undefined
  /** `run` asks for the run dialog of the saved column. */
  onSaved: (column: Column, run: boolean) => void
}

/** What asks with settings of its own has a panel of its own. */
export function ColumnPanel(props: Props) {
  const { workbookId, column, columns, samples } = props
  const [sharing, setSharing] = useState<AskedAsProvider | null>(null)
  const [picked, setPicked] = useState(() =>
    customKind(column ? column.type : readDraft<{ kind: string }>(workbookId, 'new')?.kind),
  )
  const [wanted, setWanted] = useState('')
  const pick = (kind: CustomColumnKind, searched: string) => {
    setPicked(kind)
    setWanted(searched)
  }
  if (!picked) return <AskedPanel {...props} onMade={pick} />
  return (
    <Suspense fallback={null}>
      <CustomPanel
        {...props}
        kind={picked}
        wanted={wanted}
        onBack={() => setPicked(undefined)}
        onProvider={setSharing}
      />
      {sharing && <SaveProviderDialog asked={sharing} {...{ columns, samples }} onClose={() => setSharing(null)} />}
    </Suspense>
  )
}

type AskedProps = Props & { onMade: (kind: CustomColumnKind, wanted: string) => void }

function AskedPanel({ workbookId, columns, column, samples, wanted, onClose, onType, onSaved, onMade }: AskedProps) {
  const providers = useQuery(providersQuery())
  const others = columns.filter((one) => one.id !== column?.id)
  const all = providers.data ?? []
  const inHand = useColumnDraft<Draft | null>({
    workbookId,
    column,
    isWhole,
    onSaved,
    fresh: () => (column ? stored(column) : null),
    write: bodyOf,
  })
  const { draft, pick, change, fields } = inHand
  const blocked = draft && problemOf(draft, all)
  const asking = draft !== null && 'steps' in draft ? draft : null

  /** A column for an outcome, with the inputs that the server suggests for the columns as they are. */
  async function setUp(outcome: OutputChoice, provider?: Provider) {
    try {
      const suggested = await queries.fetchQuery({ ...suggestedInputsQuery(workbookId), staleTime: 2_000 })
      pick(newWaterfall(outcome, provider, others, suggested))
    } catch (error) {
      showError(error, 'The column is not set up.')
    }
  }

  /** Both columns in one act: the one that gives what is missing is added, and the wanted one reads it. */
  async function addFirst(first: OutputChoice, outcome: OutputChoice) {
    try {
      const before = await queries.fetchQuery({ ...suggestedInputsQuery(workbookId), staleTime: 2_000 })
      const added = await addColumn(workbookId, bodyOf(newWaterfall(first, undefined, others, before), false))
      await queries.invalidateQueries({ queryKey: workbookQuery(workbookId).queryKey })
      const suggested = await queries.fetchQuery(suggestedInputsQuery(workbookId))
      const next = newWaterfall(outcome, undefined, [...others, added], suggested)
      // What still lacks an input, such as a person, is not set up: the catalog says what there is to do about it now.
      if (problemOfDraft(next, all))
        return void toast(`Column “${added.name}” added. ${outcome.label} needs other columns, too`)
      toast(`Column “${added.name}” added; this one reads it`)
      pick(next)
    } catch (error) {
      showError(error, 'No column was added.')
    }
  }
  return (
    <ColumnFrame
      {...{ column, inHand, blocked, onClose }}
      begun={draft !== null}
      runs={asking !== null}
      onBack={() => {
        inHand.leave()
        pick(null)
      }}
    >
      {!draft && (
        <Catalogue
          workbookId={workbookId}
          wanted={wanted}
          onDescribed={(described) => {
            const kind = customKind(described.type)
            if (!kind) return change(stored(described))
            void loadCustom().then(({ editorOf }) => {
              keepDraft(workbookId, 'new', editorOf(kind).read(described))
              onMade(kind, '')
            })
          }}
          onAdded={(added) => onSaved(added, false)}
          onOutcome={(outcome, provider) => void setUp(outcome, provider)}
          onAddFirst={addFirst}
          onInput={(type, label) =>
            pick({ kind: 'input', name: freeName(label, others), input_type: type, options: '' })
          }
          onComputed={(kind) => {
            const { column_name } = offerOf(kind)
            pick(newComputed(kind, column_name && freeName(column_name, others)))
          }}
          onMade={onMade}
        />
      )}
      {draft?.kind === 'input' && (
        <InputForm draft={draft} onChange={change} onType={column ? onType : undefined} nameError={fields.name} />
      )}
      {draft && isFollowing(draft) && (
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <ComputedForm
            workbookId={workbookId}
            columnId={column?.id}
            columns={others}
            draft={draft}
            errors={fields}
            onChange={change}
          />
        </Suspense>
      )}
      {asking && (
        <>
          <WaterfallForm
            workbookId={workbookId}
            column={column}
            draft={asking}
            onChange={change}
            providers={all}
            columns={others}
            samples={samples}
            nameError={fields.name}
          />
          <div className="mt-6">
            <TryWaterfall
              workbookId={workbookId}
              column={() => ({ ...bodyOf(asking, false), ...(column ? { id: column.id } : {}) })}
              rows={samples.length}
              blocked={blocked}
            />
          </div>
        </>
      )}
      {column && asking && (
        <PerformanceSection
          workbookId={workbookId}
          columnId={column.id}
          steps={asking.steps.length}
          mode={readHow(column).mode}
          onOrder={(order) => change({ ...asking, steps: inOwnOrder(asking.steps, order) })}
        />
      )}
      {column && isRun(column) && <AutoRunSection workbookId={workbookId} columnId={column.id} />}
    </ColumnFrame>
  )
}

/** Whether its column follows from others and needs no run. */
const isFollowing = (draft: Draft): draft is ComputedDraft => isComputedKind(draft.kind)

function bodyOf(draft: Draft, isStored: boolean): ColumnDraft {
  if (draft.kind === 'input') return writeInput(draft, isStored)
  return isFollowing(draft) ? writeComputed(draft) : writeWaterfall(draft, isStored)
}

/** Why it cannot be saved yet, in words; null when it can. */
function problemOf(draft: Draft, providers: Provider[]): string | null {
  if (draft.kind === 'input') return draft.name.trim() ? null : 'Give the column a name.'
  return isFollowing(draft) ? problemOfComputed(draft) : problemOfDraft(draft, providers)
}

function stored(column: Column): Draft {
  const computed = readComputed(column)
  if (computed) return computed
  return isComputed(column) ? readWaterfall(column) : readInput(column)
}
