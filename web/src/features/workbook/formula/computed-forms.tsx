// The forms of columns that follow from others: a formula over the row, a lookup of another workbook, a field of the lead.
import { useQuery } from '@tanstack/react-query'
import type { Column } from '../../../api/shapes.ts'
import { Field, Select } from '../../../ui/forms/field.tsx'
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
  nameError: string | undefined
  onChange: (draft: Draft) => void
}

export function ComputedForm({ draft, onChange, ...rest }: Props<ComputedDraft>) {
  return (
    <div className="flex flex-col gap-4">
      <NameField draft={draft} error={rest.nameError} onChange={onChange} />
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

const GIVES: { value: LookupDraft['give']; label: string; of: boolean }[] = [
  { value: 'one', label: 'The value of the first match', of: true },
  { value: 'last', label: 'The value of the last match', of: true },
  { value: 'many', label: 'The values of all matches, as a list', of: true },
  { value: 'exists', label: 'Whether there is a match', of: false },
  { value: 'count', label: 'How many match', of: false },
  { value: 'sum', label: 'Their sum', of: true },
  { value: 'avg', label: 'Their average', of: true },
  { value: 'min', label: 'The smallest', of: true },
  { value: 'max', label: 'The largest', of: true },
]
const COMPARES: { value: LookupDraft['compare']; label: string }[] = [
  { value: 'text', label: 'as text, without regard to case' },
  { value: 'domain', label: 'as domains' },
  { value: 'email', label: 'as e-mail addresses' },
  { value: 'phone', label: 'as telephone numbers' },
]

function LookupForm({ workbookId, columnId, columns, draft, onChange }: Props<LookupDraft>) {
  const theirs = useQuery({
    queryKey: ['columns to look up', draft.workbook_id],
    queryFn: ({ signal }) => getPage(draft.workbook_id, 1, 1, signal),
    enabled: draft.workbook_id !== '',
  })
  const their = theirs.data?.workbook.columns_config ?? []
  const asked = usePreview(workbookId, previewOf(draft, columnId))
  const of = GIVES.find((one) => one.value === draft.give)?.of ?? true
  const put = (part: Partial<LookupDraft>) => onChange({ ...draft, ...part })
  const theirOptions = (none: string) => (
    <>
      <option value="">{none}</option>
      {their.map((column) => (
        <option key={column.id} value={column.id}>
          {column.name}
        </option>
      ))}
    </>
  )
  return (
    <>
      <Field label="Look in">
        <WorkbookSelect
          value={draft.workbook_id}
          except={workbookId}
          onChange={(workbook_id) => put({ workbook_id, their_key: '', their_column: '' })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="This column here">
          <Select value={draft.key} onChange={(event) => put({ key: event.target.value })}>
            <option value="">Choose a column</option>
            {draft.key !== '' && !columns.some((column) => `{{${column.name}}}` === draft.key) && (
              <option value={draft.key}>{draft.key}</option>
            )}
            {columns.map((column) => (
              <option key={column.id} value={`{{${column.name}}}`}>
                {column.name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="is the same as there">
          <Select
            value={draft.their_key}
            disabled={draft.workbook_id === ''}
            onChange={(event) => put({ their_key: event.target.value })}
          >
            {theirOptions('Choose a column')}
          </Select>
        </Field>
      </div>
      <Field label="Compared">
        <Select
          value={draft.compare}
          onChange={(event) => put({ compare: event.target.value as LookupDraft['compare'] })}
        >
          {COMPARES.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Bring">
          <Select value={draft.give} onChange={(event) => put({ give: event.target.value as LookupDraft['give'] })}>
            {GIVES.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </Select>
        </Field>
        {of && (
          <Field label="of">
            <Select
              value={draft.their_column}
              disabled={draft.workbook_id === ''}
              onChange={(event) => put({ their_column: event.target.value })}
            >
              {theirOptions('Choose a column')}
            </Select>
          </Field>
        )}
      </div>
      <PreviewTable asked={asked} columns={columns} />
    </>
  )
}
