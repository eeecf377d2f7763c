// Another type for a column that people fill: tells first how many values it reads, and what happens to the others.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { describeProblem } from '../../../api/problem.ts'
import { keys } from '../../../api/queries.ts'
import type { Column, InputType, Schemas } from '../../../api/shapes.ts'
import { rawText } from '../../../grid/marks/display.logic.ts'
import { Button } from '../../../ui/button.tsx'
import { count, counted } from '../../../ui/format.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { choicesIn } from '../../columns/input-draft.logic.ts'
import { newestChange } from '../../history/history.api.ts'
import { tellUndoable } from '../../history/use-undo.ts'
import { inputTypes } from '../../import/input-types.ts'
import { changeType, type InvalidValuesChoice, previewType } from './columns.api.ts'

interface Props {
  workbookId: string
  column: Column
  onClose: () => void
  onChanged: () => void
}

/** More rows than this are converted in the background, after the response. */
const AT_ONCE = 2_000

const INVALID_REASONS: { value: InvalidValuesChoice; label: string; about: string }[] = [
  {
    value: 'keep',
    label: 'Keep in the cell, with a mark',
    about: 'Nothing is lost; the mark says what was expected.',
  },
  { value: 'clear', label: 'Clear the cell', about: 'Undo brings the value back for 30 days.' },
]

export function TypeDialog({ workbookId, column, onClose, onChanged }: Props) {
  const before = (column.input_type as InputType | undefined) ?? 'text'
  const { values, busy, submit, tied, words } = useForm({
    type: before as string,
    options: Array.isArray(column.options) ? column.options.join('\n') : '',
    invalid_values: 'keep',
  })
  const type = values.type as InputType
  const invalidValues = values.invalid_values as InvalidValuesChoice
  const hasChoices = type === 'select' || type === 'multi_select'
  const choices = useDeferredValue(hasChoices ? choicesIn(values.options) : [])
  const wanted = { input_type: type, ...(choices.length > 0 ? { options: choices } : {}) }
  const isNew = type !== before
  const preview = useQuery({
    queryKey: [...keys.workbook(workbookId), 'type preview', column.id, wanted],
    queryFn: ({ signal }) => previewType(workbookId, column.id, wanted, signal),
    enabled: isNew,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const shown = isNew ? preview.data : undefined
  const label = labelOf(type)
  const clears = invalidValues === 'clear' && shown !== undefined && shown.marked > 0

  async function change() {
    const body = {
      ...wanted,
      ...(hasChoices ? { options: choicesIn(values.options) } : {}),
      invalid_values: invalidValues,
    }
    if (!(await submit(() => changeType(workbookId, column.id, body)))) return
    onChanged()
    const later = (shown?.total_rows ?? 0) > AT_ONCE ? ' Its values are being read in the background.' : ''
    const lost = clears ? ` ${counted(shown.marked, 'value')} cleared.` : ''
    const text = `“${column.name}” is of the type ${label} now.${lost}${later}`
    tellUndoable(text, [await newestChange(workbookId, 'edit_column')])
  }

  return (
    <Dialog
      open
      title={<span dir="auto">{`Type of “${column.name}”`}</span>}
      about="Nothing changes before you have seen the new values."
      onOpenChange={(open) => !open && onClose()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look={clears ? 'danger' : 'primary'}
            busy={busy}
            disabled={!isNew || (preview.isFetching && !shown)}
            onClick={change}
          >
            {clears ? `Change and clear ${counted(shown.marked, 'value')}` : 'Change the type'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SchemaForm {...tied} fields={typeFields(isNew, before, hasChoices)} />
        {isNew && preview.isPending && <Skeleton className="h-32 w-full" />}
        {isNew && preview.isError && (
          <FormError>{`What would become of the values could not be read. ${describeProblem(preview.error).what}`}</FormError>
        )}
        {shown && <Outcome preview={shown} type={label} />}
        {shown && shown.marked > 0 && (
          <SchemaForm
            {...tied}
            fields={[
              {
                name: 'invalid_values',
                kind: 'ways',
                label: `${counted(shown.marked, 'value')} that ${shown.marked === 1 ? 'does' : 'do'} not fit`,
                options: INVALID_REASONS,
              },
            ]}
          />
        )}
        <FormError>{words && `The type was not changed. ${words}`}</FormError>
      </div>
    </Dialog>
  )
}

const typeFields = (isNew: boolean, before: InputType, hasChoices: boolean): FormField[] => [
  {
    name: 'type',
    kind: 'choice',
    label: 'Type',
    hint: isNew ? undefined : `It is ${labelOf(before)} now. Choose another to see what it makes of the values.`,
    options: inputTypes.map(([value, label]) => ({ value, label })),
  },
  ...(hasChoices
    ? [
        {
          name: 'options',
          kind: 'multiline',
          label: 'Choices',
          hint: 'One per line. Without any, every text is a choice.',
        },
      ]
    : []),
]

const labelOf = (type: InputType) => inputTypes.find(([key]) => key === type)?.[1] ?? type

function Outcome({ preview, type }: { preview: Schemas['ColumnTypePreview']; type: string }) {
  const { filled, same, read_anew, marked, complete, checked_rows, total_rows } = preview
  if (filled === 0) return <p className="text-ink-2">No row has a value here yet, so nothing is read again.</p>
  const parts = [
    { rows: same, words: 'stay as they are', one: 'stays as it is', tone: 'bg-ok', examples: [] },
    {
      rows: read_anew,
      words: 'are read again',
      one: 'is read again',
      tone: 'bg-accent',
      examples: preview.read_anew_examples,
    },
    {
      rows: marked,
      words: `cannot be read as ${type}`,
      one: `cannot be read as ${type}`,
      tone: 'bg-warn-mark',
      examples: preview.marked_examples,
    },
  ].filter(({ rows }) => rows > 0)
  return (
    <section aria-label="Values after the change" aria-live="polite" className="flex flex-col gap-3">
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-sunken">
        {parts.map(({ rows, words, tone }) => (
          <span key={words} className={tone} style={{ width: `${(rows / filled) * 100}%`, minWidth: 3 }} />
        ))}
      </div>
      <ul className="flex flex-col gap-3">
        {parts.map(({ rows, words, one, tone, examples }) => (
          <li key={words}>
            <p className="flex items-center gap-2">
              <span aria-hidden className={`size-2 rounded-full ${tone}`} />
              <span className="tabular-nums">
                <strong className="font-semibold">{count(rows)}</strong> of {counted(filled, 'value')}{' '}
                {rows === 1 ? one : words}
              </span>
            </p>
            {examples.length > 0 && <Examples examples={examples} />}
          </li>
        ))}
      </ul>
      {!complete && (
        <p className="text-ink-3 text-sm">
          Counted in the first {count(checked_rows)} of {count(total_rows)} rows.
        </p>
      )}
    </section>
  )
}

const SHOWN = 4

/** Each text once, those first that look different when they have been read. */
function telling(examples: Schemas['ColumnTypePreview']['marked_examples']) {
  const all = examples.map(({ from, to }) => {
    const [was, is] = [rawText(from), rawText(to)]
    return { was, is, isRead: was !== is || typeof from !== typeof to }
  })
  const distinct = [...new Map(all.map((one) => [one.was, one])).values()]
  const differing = distinct.filter(({ was, is }) => was !== is)
  return [...differing, ...distinct.filter(({ was, is }) => was === is)].slice(0, SHOWN)
}

function Examples({ examples }: { examples: Schemas['ColumnTypePreview']['marked_examples'] }) {
  return (
    <ul className="mt-1 flex flex-col gap-0.5 pl-4 text-ink-2 text-sm">
      {telling(examples).map(({ was, is, isRead }) => {
        return (
          <li key={was} className="flex min-w-0 items-baseline gap-1.5">
            <span dir="auto" className="min-w-0 truncate rounded-sm bg-sunken px-1">
              {was}
            </span>
            {isRead && (
              <>
                <span aria-hidden className="text-ink-3">
                  →
                </span>
                <span className="sr-only">becomes</span>
                <span dir="auto" className="min-w-0 truncate rounded-sm bg-sunken px-1">
                  {is}
                </span>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
