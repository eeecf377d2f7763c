// The forms of columns that follow from others: a formula over the row, a lookup of another workbook, a field of the lead.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Column } from '../../../api/shapes.ts'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'
import { type EditorProps, SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { type ComputedDraft, type FormulaDraft, type LookupDraft, previewOf } from '../../columns/computed.logic.ts'
import { columnsElsewhere, looksUp } from '../../columns/formulas/formula.logic.ts'
import { functionsQuery } from '../../columns/formulas/formula.queries.ts'
import { NameField } from '../../columns/name-field.tsx'
import { getPage } from '../../columns/workbook.api.ts'
import { WorkbookSelect } from '../../columns/workbook-select.tsx'
import { workbooksQuery } from '../../columns/workbooks.queries.ts'
import { LeadFieldForm } from '../../leads/lead-field-form.tsx'
import { FormulaEditor } from './formula-editor.tsx'
import { PreviewTable, usePreview } from './preview-table.tsx'

interface Props<Draft> {
  workbookId: string
  columnId: string | undefined
  columns: Column[]
  draft: Draft
  /** What the server refused, by its place in the column. */
  errors: Readonly<Record<string, string>>
  onChange: (draft: Draft) => void
}

export function ComputedForm({ draft, onChange, ...rest }: Props<ComputedDraft>) {
  return (
    <div className="flex flex-col gap-4">
      <NameField draft={draft} error={rest.errors.name} onChange={onChange} />
      {draft.kind === 'formula' ? (
        <FormulaForm {...rest} draft={draft} onChange={onChange} />
      ) : draft.kind === 'lookup' ? (
        <LookupForm {...rest} draft={draft} onChange={onChange} />
      ) : (
        <LeadFieldForm workbookId={rest.workbookId} columns={rest.columns} draft={draft} onChange={onChange} />
      )}
    </div>
  )
}

function FormulaForm({ workbookId, columnId, columns, draft, onChange }: Props<FormulaDraft>) {
  const functions = useQuery(functionsQuery)
  const others = useQuery({ ...workbooksQuery(), enabled: looksUp(draft.expression) })
  const asked = usePreview(workbookId, previewOf(draft, columnId))
  const problems = asked.isSettled && draft.expression.trim() !== '' ? (asked.data?.problems ?? []) : []
  return (
    <>
      <FormulaEditor
        source={draft.expression}
        columns={[
          ...columns.map((column) => ({ name: column.name, note: noteOf(column) })),
          ...columnsElsewhere(others.data ?? [], workbookId),
        ]}
        functions={functions.data ?? []}
        faults={problems}
        onChange={(expression) => onChange({ ...draft, expression })}
      />
      {problems.length > 0 && (
        <ul role="alert" className="flex flex-col gap-1 text-bad text-sm">
          {problems.map((problem) => (
            <li key={`${problem.start}.${problem.message}`}>
              {problem.message}
              {problem.suggestion && <span className="text-ink-2"> Did you mean {problem.suggestion}?</span>}
            </li>
          ))}
        </ul>
      )}
      <PreviewTable asked={asked} columns={columns} />
    </>
  )
}

const noteOf = (column: Column) => String(column.input_type ?? column.value_type ?? column.type).replaceAll('_', ' ')

const GIVES = [
  { value: 'one', label: 'The value of the first match' },
  { value: 'last', label: 'The value of the last match' },
  { value: 'many', label: 'The values of all matches, as a list' },
  { value: 'exists', label: 'Whether there is a match' },
  { value: 'count', label: 'How many match' },
  { value: 'sum', label: 'Their sum' },
  { value: 'avg', label: 'Their average' },
  { value: 'min', label: 'The smallest' },
  { value: 'max', label: 'The largest' },
]
/** What is not of one of their columns. */
const OF_NONE = ['exists', 'count']
const COMPARES = [
  { value: 'text', label: 'as text, without regard to case' },
  { value: 'domain', label: 'as domains' },
  { value: 'email', label: 'as e-mail addresses' },
  { value: 'phone', label: 'as telephone numbers' },
]

function LookupForm({ workbookId, columnId, columns, draft, errors, onChange }: Props<LookupDraft>) {
  const theirs = useQuery({
    queryKey: ['columns to look up', draft.workbook_id],
    queryFn: ({ signal }) => getPage(draft.workbook_id, 1, 1, signal),
    enabled: draft.workbook_id !== '',
  })
  const their = theirs.data?.workbook.columns_config ?? []
  const asked = usePreview(workbookId, previewOf(draft, columnId))
  const theirColumns = {
    kind: 'choice',
    blank: 'Choose a column',
    isDisabled: draft.workbook_id === '',
    options: their.map(({ id, name }) => ({ value: id, label: name })),
  }
  // The same from draw to draw: another component at each would take the focus from the one that is used.
  const editors = useMemo(
    () => ({ workbook: (props: EditorProps) => <WorkbookSelect {...props} except={workbookId} /> }),
    [workbookId],
  )
  const keys = columns.map(({ name }) => ({ value: `{{${name}}}`, label: name }))
  const isKnown = draft.key === '' || keys.some(({ value }) => value === draft.key)
  const fields: FormField[] = [
    { name: 'workbook_id', kind: 'workbook', label: 'Look in', isWide: true },
    {
      name: 'key',
      kind: 'choice',
      label: 'This column here',
      blank: 'Choose a column',
      options: isKnown ? keys : [{ value: draft.key, label: draft.key }, ...keys],
    },
    { name: 'their_key', label: 'is the same as there', ...theirColumns },
    { name: 'compare', kind: 'choice', label: 'Compared', isWide: true, options: COMPARES },
    { name: 'give', kind: 'choice', label: 'Bring', options: GIVES },
    ...(OF_NONE.includes(draft.give) ? [] : [{ name: 'their_column', label: 'of', ...theirColumns }]),
  ]
  return (
    <>
      <SchemaForm
        columns={2}
        fields={fields}
        values={draft}
        errors={errors}
        editors={editors}
        onChange={(next) => {
          const isOther = next.workbook_id !== draft.workbook_id
          onChange({ ...draft, ...next, ...(isOther && { their_key: '', their_column: '' }) } as LookupDraft)
        }}
      />
      <PreviewTable asked={asked} columns={columns} />
    </>
  )
}
