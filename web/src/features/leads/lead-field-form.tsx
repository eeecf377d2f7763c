// The form of a column that shows a field of the lead of each row: which field, and what has to be so that there is a lead.
import { useQuery } from '@tanstack/react-query'
import type { Column } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { freeName } from '../columns/columns.logic.ts'
import type { LeadFieldDraft } from '../columns/computed.logic.ts'
import { workbookQuery } from '../columns/workbook.queries.ts'
import { isLinked, setLeadSync } from './lead-sync.api.ts'
import { fieldsQuery } from './leads.api.ts'

interface Props {
  workbookId: string
  /** The others of the workbook. */
  columns: Column[]
  draft: LeadFieldDraft
  onChange: (draft: LeadFieldDraft) => void
}

export function LeadFieldForm({ workbookId, columns, draft, onChange }: Props) {
  const fields = useQuery(fieldsQuery)
  const linked = useQuery({ ...workbookQuery(workbookId), select: ({ workbook }) => isLinked(workbook) })
  const { busy, submit, words } = useSubmit()
  const all = fields.data ?? []
  const chosen = all.find(({ name }) => name === draft.field)
  const nameFor = (field: string) => freeName(all.find(({ name }) => name === field)?.label ?? '', columns)

  /** The name follows the field until the user types another. */
  function pick(name: string) {
    const isOwn = draft.name !== '' && draft.name !== nameFor(draft.field)
    onChange({ ...draft, field: name, name: isOwn ? draft.name : nameFor(name) })
  }

  return (
    <>
      <Field label="Field of the lead" hint={chosen?.description}>
        <Select value={draft.field} onChange={(event) => pick(event.target.value)}>
          <option value="">Choose a field</option>
          {draft.field !== '' && !chosen && <option>{draft.field}</option>}
          {all.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <p className="text-ink-3 text-sm">
        Follows when the lead changes. A row without a lead, or whose lead is deleted or lacks the value, shows “not
        found”; no calls are made and there is no cost.
      </p>
      {linked.data === false && (
        <div role="note" className="flex flex-col items-start gap-2 rounded-md border px-3 py-2.5">
          <p className="text-ink-2 text-sm">
            Rows of this workbook are not linked to leads, so the column would stay empty. Rows that are synced with the
            lead store are.
          </p>
          <Button size="sm" busy={busy} onClick={() => void submit(() => setLeadSync(workbookId, true))}>
            Keep rows and leads alike
          </Button>
          <FormError>{words && `Nothing was changed. ${words}`}</FormError>
        </div>
      )}
    </>
  )
}
