// A column in which a model looks things up: where it may look, and how far it may go.
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import type { Schemas } from '../../../api/shapes.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/forms/field.tsx'
import type { FormProps, ResearchDraft } from '../../columns/custom.shapes.ts'
import { fieldsOf } from '../../columns/custom-kinds.logic.ts'
import { providersQuery } from '../../columns/workbook.queries.ts'
import { WorkbookSelect } from '../../columns/workbook-select.tsx'
import { DescribedFields } from '../described-fields.tsx'
import { defineEditor } from '../editor.ts'
import { Part } from '../form-parts.tsx'
import { modelForm } from './model-form.tsx'
import { newResearch, problemOfResearch, readResearch, writeResearch } from './research-draft.logic.ts'

const LIMITS = fieldsOf('research', ['max_steps', 'max_usd'])

function Places({ draft, errors, onChange }: FormProps<ResearchDraft>) {
  const put = (part: Partial<ResearchDraft>) => onChange({ ...draft, ...part })
  const providers = useQuery(providersQuery())
  const searches = (providers.data ?? []).filter((one) => one.id.endsWith('-web-search'))
  return (
    <>
      <Part title="Where it may look">
        <Field label="Web search" error={errors.search}>
          <Select value={draft.search} onChange={(event) => put({ search: event.target.value })}>
            <option value="">The first that is set up</option>
            {searches.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
                {one.ready ? '' : ' (needs a key)'}
              </option>
            ))}
            {draft.search !== '' && draft.search !== 'none' && !searches.some((one) => one.id === draft.search) && (
              <option value={draft.search}>{draft.search}</option>
            )}
            <option value="none">None: only pages that the row names</option>
          </Select>
        </Field>
        <Tables tables={draft.tables} onChange={(tables) => put({ tables })} />
      </Part>
      <Part title="How far it may go" about="What a row costs is in the estimate and in the ledger, step by step.">
        <DescribedFields
          fields={LIMITS}
          values={draft.options}
          errors={errors}
          onChange={(options) => put({ options })}
        />
      </Part>
    </>
  )
}

function Tables({
  tables,
  onChange,
}: {
  tables: Schemas['ResearchTableInput'][]
  onChange: (tables: Schemas['ResearchTableInput'][]) => void
}) {
  const put = (at: number, part: Partial<Schemas['ResearchTableInput']>) =>
    onChange(tables.map((table, index) => (index === at ? { ...table, ...part } : table)))
  return (
    <div className="flex flex-col gap-1.5">
      {tables.map((table, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a table has no other identity while its name is typed
        <div key={at} className="grid grid-cols-[1fr_1fr_auto] items-center gap-1.5">
          <Input
            aria-label={`Name of table ${at + 1}`}
            placeholder="customers"
            value={table.name}
            onChange={(event) => put(at, { name: event.target.value })}
          />
          <WorkbookSelect
            label={`Workbook of table ${at + 1}`}
            value={table.workbook_id}
            onChange={(workbook_id) => {
              // Which of its columns may be seen is of the workbook that was chosen before.
              const { columns: _, ...rest } = table
              const chosen = { ...rest, workbook_id }
              onChange(tables.map((one, index) => (index === at ? chosen : one)))
            }}
          />
          <IconButton
            icon={X}
            label={`Remove table ${table.name || at + 1}`}
            onClick={() => onChange(tables.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {tables.length < 5 && (
        <Button
          size="sm"
          look="quiet"
          icon={Plus}
          className="self-start"
          onClick={() => onChange([...tables, { name: '', workbook_id: '' }])}
        >
          Let it look into a workbook
        </Button>
      )}
    </div>
  )
}

export const researchEditor = defineEditor({
  begin: ({ name, prompt }) => ({ ...newResearch(name), prompt }),
  read: readResearch,
  write: writeResearch,
  problemOf: problemOfResearch,
  Form: modelForm({
    prompt: {
      label: 'What to find out',
      hint: 'Type / for a column. The model searches and reads pages, and cites its sources; quotes that are not on the page do not count.',
      placeholder: 'Who leads /Company today, and since when?',
      lines: 4,
    },
    tried: {
      rows: 2,
      about: 'Really looks things up for the first two rows, and costs what that costs. No cell is filled.',
    },
    write: writeResearch,
    problemOf: problemOfResearch,
    Between: Places,
    more: {
      fields: fieldsOf('research', ['temperature', 'max_tokens', 'timeout_seconds', 'cache_days']),
      summary: ({ options: { temperature, timeout_seconds } }) =>
        `temperature ${temperature}, ${timeout_seconds} seconds`,
    },
  }),
})
