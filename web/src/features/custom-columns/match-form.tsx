// The form of a column that says which lead or which row of another workbook a row is.

import { percent } from '../../ui/format.ts'
import { ChoiceGroup } from '../../ui/forms/choice.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import type { ColumnToTry, FormProps, MatchDraft } from '../columns/custom.shapes.ts'
import { reference } from '../columns/template.logic.ts'
import { WorkbookSelect } from '../columns/workbook-select.tsx'
import { defineEditor } from './editor.ts'
import { Part } from './form-parts.tsx'
import {
  MATCH_OUTPUTS,
  MATCH_VALUES,
  newMatch,
  PROBABILITIES,
  problemOfMatch,
  readMatch,
  writeMatch,
} from './match-draft.logic.ts'
import { namesIn } from './references.logic.ts'
import { RequiredRefs } from './required-refs.tsx'
import { TriedOutcome, TryPart, useTry } from './try/try-part.tsx'

const AGAINST = [
  { value: 'leads', label: 'Leads', about: 'The companies and people of this workspace.' },
  { value: 'workbook', label: 'Another workbook', about: 'Its input columns are read by their names and types.' },
] as const

function MatchForm(props: FormProps<MatchDraft>) {
  const { workbookId, columnId, columns, rowIds, draft, errors, onChange } = props
  const put = (part: Partial<MatchDraft>) => onChange({ ...draft, ...part })
  const asked = useTry({
    workbookId,
    rowIds: rowIds.slice(0, 5),
    column: () => ({ ...writeMatch(draft, false), ...(columnId ? { id: columnId } : {}) }) as ColumnToTry,
  })
  const readable = columns.filter(({ type }) => type !== 'output')
  const shown = MATCH_VALUES.filter(({ of }) => of === undefined || of === draft.of)
  return (
    <>
      <p className="rounded-md bg-accent-soft px-3 py-2 text-accent-ink text-sm">
        An identifier that both have decides first; then everything that agrees and differs is weighed. Where two are
        equally good the cell stays empty and says between which. It costs nothing.
      </p>
      <Part title="Match with">
        <ChoiceGroup
          legend="Match with"
          hideLegend
          options={AGAINST}
          value={draft.against}
          onPick={(against) => put({ against })}
        />
        {draft.against === 'workbook' && (
          <Field label="Workbook" error={errors['against.workbook_id']}>
            <WorkbookSelect
              value={draft.workbook_id}
              except={workbookId}
              onChange={(workbook_id) => put({ workbook_id })}
            />
          </Field>
        )}
      </Part>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="A row is">
          <Select value={draft.of} onChange={(event) => put({ of: event.target.value as MatchDraft['of'] })}>
            <option value="company">a company</option>
            <option value="person">a person</option>
          </Select>
        </Field>
        <Field label="With a probability of">
          <Select value={draft.min_probability} onChange={(event) => put({ min_probability: event.target.value })}>
            {[...new Set([...PROBABILITIES, draft.min_probability])].map((step) => (
              <option key={step} value={step}>{`${Math.round(Number(step) * 1000) / 10}% and more`}</option>
            ))}
          </Select>
        </Field>
      </div>
      <Part title="Compare by">
        <div className="grid grid-cols-[minmax(6rem,38%)_1fr] items-center gap-x-3 gap-y-1.5">
          {shown.map(({ name, label }) => {
            const value = draft.values[name] ?? ''
            const known = value === '' || readable.some((column) => reference(column.name) === value)
            return (
              <div key={name} className="contents">
                <span aria-hidden className="text-ink-2 text-sm">
                  {label}
                </span>
                <Select
                  aria-label={label}
                  value={value}
                  onChange={(event) => put({ values: { ...draft.values, [name]: event.target.value } })}
                >
                  <option value="">–</option>
                  {!known && <option value={value}>{value}</option>}
                  {readable.map((column) => (
                    <option key={column.id} value={reference(column.name)}>
                      {column.name}
                    </option>
                  ))}
                </Select>
              </div>
            )
          })}
        </div>
      </Part>
      <Field label="The cell shows">
        <Select value={draft.output} onChange={(event) => put({ output: event.target.value })}>
          {MATCH_OUTPUTS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <RequiredRefs
        names={namesIn(Object.values(draft.values).join(' '))}
        required={draft.required}
        otherwise="A row without any of them is skipped."
        onChange={(required) => put({ required })}
      />
      <TryPart
        asked={asked}
        rows={rowIds.length}
        blocked={problemOfMatch(draft)}
        about="Matches the first rows; nothing is stored."
      >
        {asked.tried && (
          <ul className="flex flex-col gap-3 rounded-md border px-3 py-2.5">
            {asked.tried.rows.map((row) => (
              <li key={row.row_id}>
                <TriedOutcome row={row}>
                  {row.fields && (
                    <p className="text-sm [overflow-wrap:anywhere]" dir="auto">
                      <strong className="mr-2 font-semibold tabular-nums">
                        {percent(Number(row.fields.probability ?? 0))}
                      </strong>
                      {[row.fields.name, row.fields.why].filter((part) => part !== undefined).join(': ')}
                    </p>
                  )}
                </TriedOutcome>
              </li>
            ))}
          </ul>
        )}
      </TryPart>
    </>
  )
}

export const matchEditor = defineEditor({
  begin: ({ name, columns }) => newMatch(name, columns),
  read: readMatch,
  write: writeMatch,
  problemOf: problemOfMatch,
  Form: MatchForm,
})
