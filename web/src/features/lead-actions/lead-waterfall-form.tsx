// One waterfall of a lead action: its providers in order, where answers go, for which leads, and within which caps.
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import type { Column } from '../../api/shapes.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { leadInputsQuery } from '../columns/workbook.queries.ts'
import type { Provider } from '../columns/workbook.shapes.ts'
import type { LeadField } from '../leads/leads.logic.ts'
import { fieldsOf } from '../workbook/waterfall/how.logic.ts'
import { WaterfallEditor } from '../workbook/waterfall/waterfall-editor.tsx'
import { addable, fillable, type LeadWaterfallDraft, withForm } from './lead-waterfalls.logic.ts'

interface Props {
  draft: LeadWaterfallDraft
  columns: Column[]
  fields: readonly LeadField[]
  providers: Provider[]
  onChange: (draft: LeadWaterfallDraft) => void
}

export function LeadWaterfallForm({ draft, columns, fields, providers, onChange }: Props) {
  const { form } = draft
  const suggested = useQuery(leadInputsQuery()).data
  return (
    <section aria-label={form.name} className="flex flex-col gap-5">
      <h3 className="font-semibold">{form.name}</h3>
      <WaterfallEditor
        workbookId={null}
        draft={form}
        onChange={(next) => onChange(withForm(draft, next))}
        providers={providers}
        others={addable(draft, providers)}
        columns={columns}
        suggested={suggested}
      >
        <Places draft={draft} fields={fields} providers={providers} onChange={onChange} />
      </WaterfallEditor>
    </section>
  )
}

/** Where what is found goes: a field of the lead for each answer. */
function Places({ draft, fields, providers, onChange }: Omit<Props, 'columns'>) {
  const { form, into } = draft
  const possible = fillable(fields)
  const known = form.how.mode === 'merge' ? fieldsOf(form.output, form.steps, providers) : []
  const outputs =
    known.length > 0
      ? known.map(({ field, label }) => ({ field, label }))
      : [{ field: form.output, label: form.output }]
  const free = possible.find(({ name }) => !into.some(([field]) => field === name))
  const set = (at: number, pair: [string, string]) =>
    onChange({ ...draft, into: into.map((one, index) => (index === at ? pair : one)) })
  return (
    <div>
      <h4 className="mb-1.5 font-medium text-ink-2 text-sm">What is found goes into</h4>
      <ul className="flex flex-col gap-2">
        {into.map(([field, output], at) => (
          <li key={field} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] items-center gap-2">
            <Select
              aria-label={`Answer for ${field}`}
              value={output}
              onChange={(event) => set(at, [field, event.target.value])}
            >
              {!outputs.some((one) => one.field === output) && <option value={output}>{output}</option>}
              {outputs.map((one) => (
                <option key={one.field} value={one.field}>
                  {one.label}
                </option>
              ))}
            </Select>
            <Select
              aria-label={`Field for ${output}`}
              value={field}
              onChange={(event) => set(at, [event.target.value, output])}
            >
              {possible.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </Select>
            {into.length > 1 && (
              <IconButton
                size="sm"
                icon={Trash2}
                label={`Do not fill ${field}`}
                onClick={() => onChange({ ...draft, into: into.filter((_, index) => index !== at) })}
              />
            )}
          </li>
        ))}
      </ul>
      {form.how.mode === 'merge' && free && (
        <Button
          size="sm"
          look="quiet"
          icon={Plus}
          className="mt-2"
          onClick={() => onChange({ ...draft, into: [...into, [free.name, outputs[0]?.field ?? form.output]] })}
        >
          Fill another field
        </Button>
      )}
    </div>
  )
}
