// The duplicate key of a workbook: its columns and how they are compared, with the duplicates that it would find.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeProblem } from '../../../api/problem.ts'
import { keys } from '../../../api/queries.ts'
import type { Column, InputType, Normaliser, Schemas, Workbook } from '../../../api/shapes.ts'
import { rawText } from '../../../grid/marks/display.logic.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { count, counted } from '../../../ui/format.ts'
import { Checkbox, Select } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import type { Filter } from '../../columns/workbook.shapes.ts'
import { getIdentity, previewIdentity, setIdentity } from '../../columns/workbook-settings.api.ts'
import { normaliserFor } from '../../import/import.logic.ts'
import { normalisers } from '../../import/normalisers.ts'
import { DuplicateRows } from './duplicate-rows.tsx'

interface Props {
  workbook: Workbook
  /** False for users who may only read. */
  editable: boolean
  onClose: () => void
  /** Shows these rows only. */
  onShow: (filter: Filter) => void
  /** Called after rows were deleted. */
  onSettled: () => void
}

const MOST_COLUMNS = 5
const BUILDING_MS = 1_500

export function IdentityDialog({ workbook, editable, onClose, onShow, onSettled }: Props) {
  const { id } = workbook
  const asked = useQuery({
    queryKey: [...keys.workbook(id), 'identity'],
    queryFn: ({ signal }) => getIdentity(id, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'building' ? BUILDING_MS : false),
  })
  const inputs = workbook.columns_config.filter(({ type }) => type === 'input')
  const stored = asked.data?.columns ?? []
  const { values, set, busy, submit, allWords: words } = useForm({ parts: stored })
  const { parts } = values
  const isNew = JSON.stringify(parts) !== JSON.stringify(stored)
  const preview = useQuery({
    queryKey: [...keys.workbook(id), 'identity preview', parts],
    queryFn: ({ signal }) => previewIdentity(id, parts, signal),
    enabled: parts.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  async function apply() {
    if (!(await submit(() => setIdentity(id, parts.length > 0 ? parts : null)))) return
    const names = parts.map(({ column_id }) => `“${nameOf(inputs, column_id)}”`).join(' and ')
    toast(parts.length > 0 ? `Rows are matched by ${names} now` : 'The duplicate key was removed', {
      tone: 'good',
    })
    onClose()
  }

  const add = () => {
    const free = inputs.filter((column) => !parts.some(({ column_id }) => column_id === column.id))
    const next = likeliest(free)
    if (next) set({ parts: [...parts, partOf(next)] })
  }
  const change = (at: number, part: Schemas['IdentityColumn']) =>
    set({ parts: parts.map((one, index) => (index === at ? part : one)) })

  return (
    <Dialog
      open
      size="lg"
      title="Duplicate key"
      about="Imports and ingested rows update the row with the same key, or add a new one. Setting the key changes no existing row."
      onOpenChange={(open) => !open && onClose()}
      actions={
        editable ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" busy={busy} disabled={!isNew || !asked.isSuccess} onClick={() => void apply()}>
              {parts.length > 0 || !isNew ? 'Save' : 'Remove the duplicate key'}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      {asked.isPending && <Skeleton className="h-32 w-full" />}
      {asked.isError && (
        <ErrorState
          title="The duplicate key could not be loaded"
          meaning="Nothing was changed."
          error={asked.error}
          retry={() => void asked.refetch()}
        />
      )}
      {asked.isSuccess && (
        <div className="flex flex-col gap-4">
          {asked.data.state === 'building' && (
            <p role="status" className="rounded-md bg-accent-soft px-3 py-2 text-accent-ink text-sm">
              {count(asked.data.done_rows ?? 0)} of {count(asked.data.total_rows)} rows have been looked through.
              Editing goes on; imports by it wait until that is done.
            </p>
          )}
          {parts.length === 0 && (
            <p className="text-ink-2">
              {inputs.length === 0
                ? 'There is no column yet that people fill. Add one, or import a file.'
                : 'By nothing: every row that comes is added, duplicates too.'}
            </p>
          )}
          {parts.length > 0 && (
            <ul className="flex flex-col gap-2">
              {parts.map((part, index) => (
                <Part
                  key={part.column_id}
                  part={part}
                  word={index === 0 ? 'By' : 'and'}
                  columns={inputs.filter(
                    (column) => column.id === part.column_id || !parts.some((one) => one.column_id === column.id),
                  )}
                  editable={editable}
                  onChange={(next) => change(index, next)}
                  onRemove={() => set({ parts: parts.filter((one) => one !== part) })}
                />
              ))}
            </ul>
          )}
          {editable && parts.length < Math.min(MOST_COLUMNS, inputs.length) && (
            <Button
              size="sm"
              look={parts.length === 0 ? 'plain' : 'quiet'}
              icon={Plus}
              className="self-start"
              onClick={add}
            >
              {parts.length === 0 ? 'Choose a column' : 'And another column that has to agree'}
            </Button>
          )}
          {parts.length > 0 && preview.isPending && <Skeleton className="h-24 w-full" />}
          {parts.length > 0 && preview.isError && (
            <FormError>{`What this would find could not be read. ${describeProblem(preview.error).what}`}</FormError>
          )}
          {parts.length > 0 && preview.data && (
            <Found preview={preview.data}>
              <DuplicateRows
                workbookId={id}
                columns={parts}
                repeats={preview.data.duplicate_rows}
                {...{ editable, onShow, onSettled }}
              />
            </Found>
          )}
          <FormError>{words && `Nothing was changed. ${words}`}</FormError>
        </div>
      )}
    </Dialog>
  )
}

const nameOf = (columns: readonly Column[], id: string) =>
  columns.find((column) => column.id === id)?.name ?? 'a column'

const typeOf = (column: Column) => (column.input_type as InputType | undefined) ?? 'text'

function partOf(column: Column): Schemas['IdentityColumn'] {
  return { column_id: column.id, normaliser: normaliserFor(typeOf(column), column.name) }
}

/** Columns whose values tell rows apart by themselves come first. */
function likeliest(columns: readonly Column[]): Column | undefined {
  return columns.find((column) => partOf(column).normaliser !== 'text') ?? columns[0]
}

interface PartProps {
  part: Schemas['IdentityColumn']
  /** Before it: "By", "and". */
  word: string
  columns: readonly Column[]
  editable: boolean
  onChange: (part: Schemas['IdentityColumn']) => void
  onRemove: () => void
}

function Part({ part, word, columns, editable, onChange, onRemove }: PartProps) {
  return (
    <li className="flex flex-wrap items-center gap-2">
      <span className="w-7 shrink-0 text-ink-3">{word}</span>
      <Select
        aria-label="Column"
        disabled={!editable}
        value={part.column_id}
        className="w-52 max-sm:flex-1"
        onChange={(event) => {
          const column = columns.find((one) => one.id === event.target.value)
          if (column) onChange(partOf(column))
        }}
      >
        {columns.map((column) => (
          <option key={column.id} value={column.id}>
            {column.name}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Compare"
        disabled={!editable}
        value={part.normaliser}
        className="min-w-0 flex-1 max-sm:order-last max-sm:w-full max-sm:flex-none max-sm:pl-9"
        onChange={(event) => onChange({ column_id: part.column_id, normaliser: event.target.value as Normaliser })}
      >
        {normalisers.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </Select>
      {editable && <IconButton size="sm" icon={Trash2} label="Do not compare this column" onClick={onRemove} />}
      {part.normaliser === 'email' && (
        <Checkbox
          label="ann+news@acme.com is ann@acme.com"
          disabled={!editable}
          className="order-last w-full pl-9 text-sm"
          checked={part.ignore_plus_tags === true}
          onChange={(on) => {
            const { ignore_plus_tags: _, ...rest } = part
            onChange(on ? { ...rest, ignore_plus_tags: true } : rest)
          }}
        />
      )}
    </li>
  )
}

function Found({ preview, children }: { preview: Schemas['WorkbookIdentityPreview']; children: ReactNode }) {
  const { checked_rows, total_rows, complete, keyed, blank, duplicate_groups, duplicate_rows, samples } = preview
  if (checked_rows === 0) return <p className="text-ink-3 text-sm">No rows yet.</p>
  return (
    <section aria-label="What this finds" aria-live="polite" className="flex flex-col gap-3">
      <dl className="grid grid-cols-3 gap-2 rounded-md border px-3 py-2 tabular-nums">
        <Figure label="Rows with a key" value={keyed} />
        <Figure label="Without a key" value={blank} />
        <Figure label="Duplicates" value={duplicate_rows} />
      </dl>
      {duplicate_rows > 0 && (
        <div>
          <p className="text-ink-2">
            {counted(duplicate_rows, 'row')} {duplicate_rows === 1 ? 'has' : 'have'} the same key as an earlier one
            {duplicate_groups > 1 ? `, in ${count(duplicate_groups)} groups` : ''}. They stay; only the earlier one is
            found.
          </p>
          <ul className="mt-2 flex flex-col divide-y rounded-md border text-sm">
            {samples.map((group) => (
              <li key={group.rows[0]?.row_id} className="flex items-start gap-3 px-3 py-1.5">
                <span className="min-w-0 flex-1">
                  {group.rows.map(({ row_id, values }) => (
                    <span key={row_id} dir="auto" className="block truncate">
                      {values.map(rawText).join(' · ')}
                    </span>
                  ))}
                  {group.count > group.rows.length && (
                    <span className="text-ink-3">and {count(group.count - group.rows.length)} more</span>
                  )}
                </span>
                <span className="shrink-0 text-ink-3">{counted(group.count, 'row')}</span>
              </li>
            ))}
          </ul>
          {children}
        </div>
      )}
      {duplicate_rows === 0 && <p className="text-ink-2">No two rows have the same key.</p>}
      {!complete && (
        <p className="text-ink-3 text-sm">
          Of the first {count(checked_rows)} of {count(total_rows)} rows.
        </p>
      )}
    </section>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-3 text-xs">{label}</dt>
      <dd className="font-medium">{count(value)}</dd>
    </div>
  )
}
