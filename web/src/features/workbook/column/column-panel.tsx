// The panel for adding or changing a column: choose from the catalogue, set it up, save, or save and run.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { asProblem, describeProblem } from '../../../api/problem.ts'
import type { Column, InputType } from '../../../api/shapes.ts'
import type { GridRow } from '../../../grid/grid.types.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select, Textarea } from '../../../ui/field.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PerformanceSection } from '../../intelligence/performance-section.tsx'
import type { MadeKind } from '../../made-columns/made.shapes.ts'
import { madeKind } from '../../made-columns/made-kinds.logic.ts'
import { AutoRunSection } from '../../runs/auto-run.tsx'
import {
  type ComputedDraft,
  newFormula,
  newLookup,
  problemOfComputed,
  readComputed,
  writeComputed,
} from '../formula/computed.logic.ts'
import { TryWaterfall } from '../waterfall/try-waterfall.tsx'
import type { WaterfallDraft } from '../waterfall/waterfall-draft.ts'
import { WaterfallForm } from '../waterfall/waterfall-form.tsx'
import { addColumn, patchColumn } from '../workbook.api.ts'
import { providersQuery } from '../workbook.queries.ts'
import type { ColumnDraft } from '../workbook.shapes.ts'
import { Catalogue, INPUT_KINDS } from './catalogue.tsx'
import {
  choicesIn,
  isWhole,
  newWaterfall,
  problemOfDraft,
  readWaterfall,
  writeWaterfall,
} from './column-draft.logic.ts'
import { freeName, isComputed, isRun } from './columns.logic.ts'
import { keepDraft, readDraft } from './drafts.ts'

const ComputedForm = lazy(async () => ({ default: (await import('../formula/computed-forms.tsx')).ComputedForm }))
const MadePanel = lazy(async () => ({ default: (await import('../../made-columns/made-panel.tsx')).MadePanel }))

interface InputDraft {
  kind: 'input'
  name: string
  input_type: InputType
  options: string
}

type Draft = WaterfallDraft | InputDraft | ComputedDraft

interface Props {
  workbookId: string
  columns: Column[]
  /** The column to change; undefined adds one. */
  column: Column | undefined
  samples: GridRow[]
  /** Of the first rows, to try a column on. */
  rowIds: string[]
  onClose: () => void
  /** Another type for the column that is open. */
  onType: () => void
  /** `run` asks for the run dialog of the saved column. */
  onSaved: (column: Column, run: boolean) => void
}

/** What asks with settings of its own has a panel of its own. */
export function ColumnPanel(props: Props) {
  const { workbookId, column } = props
  const [picked, setPicked] = useState(() =>
    madeKind(column ? column.type : readDraft<{ kind: string }>(workbookId, 'new')?.kind),
  )
  if (!picked) return <AskedPanel {...props} onMade={setPicked} />
  return (
    <Suspense fallback={null}>
      <MadePanel {...props} kind={picked} onBack={() => setPicked(undefined)} />
    </Suspense>
  )
}

type AskedProps = Props & { onMade: (kind: MadeKind) => void }

function AskedPanel({ workbookId, columns, column, samples, onClose, onType, onSaved, onMade }: AskedProps) {
  const slot = column?.id ?? 'new'
  const providers = useQuery(providersQuery())
  const [kept] = useState(() => {
    const found = readDraft<Draft>(workbookId, slot)
    return found && isWhole(found) ? found : null
  })
  const [restored, setRestored] = useState(kept !== null)
  const [draft, setDraft] = useState<Draft | null>(() => kept ?? (column ? stored(column) : null))
  const [saving, setSaving] = useState<'save' | 'run' | null>(null)
  const [error, setError] = useState<unknown>(null)
  const others = columns.filter((one) => one.id !== column?.id)
  const all = providers.data ?? []

  function change(next: Draft | null) {
    setDraft(next)
    setError(null)
    keepDraft(workbookId, slot, next)
  }

  /** A choice from the catalogue is not yet an edit that would have to be kept. */
  function pick(next: Draft) {
    setDraft(next)
    setError(null)
  }

  async function save(run: boolean) {
    if (!draft) return
    setSaving(run ? 'run' : 'save')
    setError(null)
    const body = bodyOf(draft, column !== undefined)
    try {
      const saved = column ? await patchColumn(workbookId, column.id, body) : await addColumn(workbookId, body)
      keepDraft(workbookId, slot, null)
      onSaved(saved, run)
    } catch (problem) {
      setError(problem)
      setSaving(null)
    }
  }

  const blocked = draft
    ? draft.kind === 'input'
      ? draft.name.trim()
        ? null
        : 'Give the column a name.'
      : isFollowing(draft)
        ? problemOfComputed(draft)
        : problemOfDraft(draft, all)
    : null
  const isAsking = draft !== null && draft.kind !== 'input' && !isFollowing(draft)
  const fields = error ? asProblem(error).fields : {}
  const title = column ? column.name : draft ? 'New column' : 'Add column'
  const waits = blocked !== null || saving !== null
  const run = isAsking && (
    <Button look={column ? 'plain' : 'primary'} busy={saving === 'run'} disabled={waits} onClick={() => save(true)}>
      Save and run
    </Button>
  )
  const plain = (
    <Button
      look={isAsking && !column ? 'plain' : 'primary'}
      busy={saving === 'save'}
      disabled={waits}
      onClick={() => save(false)}
    >
      Save
    </Button>
  )
  return (
    <SidePanel
      title={title}
      name="column"
      onClose={onClose}
      footer={
        draft && (
          <>
            {blocked && <p className="w-full text-ink-3 text-sm">{blocked}</p>}
            {column ? run : plain}
            {column ? plain : run}
          </>
        )
      }
    >
      {!draft && (
        <Catalogue
          onOutcome={(outcome, provider) => pick(newWaterfall(outcome, provider, others, all))}
          onInput={(type, label) =>
            pick({ kind: 'input', name: freeName(label, others), input_type: type, options: '' })
          }
          onFormula={() => pick(newFormula(freeName('Formula', others)))}
          onLookup={() => pick(newLookup(freeName('Lookup', others)))}
          onMade={onMade}
        />
      )}
      {draft && !column && (
        <Button
          size="sm"
          look="quiet"
          icon={ArrowLeft}
          className="-mt-1 mb-3 -ml-2"
          onClick={() => {
            setRestored(false)
            change(null)
          }}
        >
          Catalogue
        </Button>
      )}
      {draft && restored && (
        <p className="mb-4 flex items-center gap-2 rounded-md bg-accent-soft py-1 pr-1 pl-3 text-accent-ink text-sm">
          <span className="flex-1">Your unsaved changes are back.</span>
          <Button
            size="sm"
            look="quiet"
            onClick={() => {
              setRestored(false)
              keepDraft(workbookId, slot, null)
              setDraft(column ? stored(column) : null)
            }}
          >
            Discard them
          </Button>
        </p>
      )}
      {error !== null && (
        <p role="alert" className="mb-4 rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
          The column was not saved. {describeProblem(error).what} {describeProblem(error).next}
        </p>
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
            nameError={fields.name}
            onChange={change}
          />
        </Suspense>
      )}
      {draft && draft.kind !== 'input' && !isFollowing(draft) && (
        <>
          <WaterfallForm
            workbookId={workbookId}
            columnId={column?.id}
            draft={draft}
            onChange={change}
            providers={all}
            columns={others}
            samples={samples}
            nameError={fields.name}
          />
          <div className="mt-6">
            <TryWaterfall
              workbookId={workbookId}
              column={() => ({ ...bodyOf(draft, false), ...(column ? { id: column.id } : {}) })}
              rows={samples.length}
              blocked={blocked}
            />
          </div>
        </>
      )}
      {column && draft && 'steps' in draft && (
        <PerformanceSection workbookId={workbookId} columnId={column.id} steps={draft.steps.length} />
      )}
      {column && isRun(column) && <AutoRunSection workbookId={workbookId} columnId={column.id} />}
    </SidePanel>
  )
}

function InputForm({
  draft,
  onChange,
  onType,
  nameError,
}: {
  draft: InputDraft
  onChange: (draft: Draft) => void
  /** Of a column that is there already: the type is changed elsewhere. */
  onType: (() => void) | undefined
  nameError?: string | undefined
}) {
  const choices = draft.input_type === 'select' || draft.input_type === 'multi_select'
  return (
    <div className="flex flex-col gap-4">
      <Field label="Name" error={nameError}>
        <Input
          dir="auto"
          maxLength={200}
          value={draft.name}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
        />
      </Field>
      {onType ? (
        <div className="flex items-center gap-2">
          <span className="flex-1">
            <span className="block font-medium text-ink-2 text-sm">Type</span>
            {INPUT_KINDS.find(({ type }) => type === draft.input_type)?.label}
          </span>
          <Button size="sm" onClick={onType}>
            Change the type
          </Button>
        </div>
      ) : (
        <Field label="Type" hint="Values that do not fit a type are kept as text, never dropped.">
          <Select
            value={draft.input_type}
            onChange={(event) => onChange({ ...draft, input_type: event.target.value as InputType })}
          >
            {INPUT_KINDS.map(({ type, label }) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {choices && (
        <Field label="Choices" hint="One per line.">
          <Textarea
            dir="auto"
            value={draft.options}
            onChange={(event) => onChange({ ...draft, options: event.target.value })}
          />
        </Field>
      )}
    </div>
  )
}

/** A formula or a lookup, which nobody has to run. */
function isFollowing(draft: Draft): draft is ComputedDraft {
  return draft.kind === 'formula' || draft.kind === 'lookup'
}

function bodyOf(draft: Draft, isStored: boolean): ColumnDraft {
  if (draft.kind === 'input') return writeInput(draft, isStored)
  return isFollowing(draft) ? writeComputed(draft) : writeWaterfall(draft, isStored)
}

function stored(column: Column): Draft {
  const computed = readComputed(column)
  if (computed) return computed
  if (isComputed(column)) return readWaterfall(column)
  const options = Array.isArray(column.options) ? column.options.join('\n') : ''
  return { kind: 'input', name: column.name, input_type: (column.input_type as InputType) ?? 'text', options }
}

function writeInput(draft: InputDraft, isStored: boolean): ColumnDraft {
  const options = choicesIn(draft.options)
  const has = draft.input_type === 'select' || draft.input_type === 'multi_select'
  return {
    type: 'input',
    name: draft.name.trim(),
    // Another type is a matter of its own, with a look at the values.
    ...(isStored ? {} : { input_type: draft.input_type }),
    ...(has && options.length > 0 ? { options } : {}),
  }
}
