// A new function of columns that are there: the workbook, and the columns whose values it is to give.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox, Field, Input } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { isBound } from '../columns/custom-kinds.logic.ts'
import { WorkbookSelect } from '../columns/workbook-select.tsx'
import { workbooksQuery } from '../columns/workbooks.queries.ts'
import { createFrom } from './functions.queries.ts'

export function NewFunctionDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const workbooks = useQuery(workbooksQuery())
  const [name, setName] = useState('')
  const [workbookId, setWorkbookId] = useState('')
  const [chosen, setChosen] = useState(new Set<string>())
  const { busy, submit, fields, words } = useSubmit()
  const workbook = workbooks.data?.find(({ id }) => id === workbookId)
  const columns = workbook?.columns_config.filter((column) => column.type !== 'input' && !isBound(column)) ?? []

  async function make() {
    await submit(async () => onMade((await createFrom(name.trim(), workbookId, [...chosen])).id))
  }

  return (
    <FormDialog
      title="New function"
      about="Choose the output columns. Columns they depend on are included; columns that people fill become inputs."
      action="Create function"
      busy={busy}
      disabled={!name.trim() || chosen.size === 0}
      onSubmit={make}
      onClose={onClose}
    >
      <Field label="Name" error={fields.name}>
        <Input value={name} maxLength={200} dir="auto" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Workbook">
        <WorkbookSelect
          value={workbookId}
          onChange={(id) => {
            setWorkbookId(id)
            setChosen(new Set())
          }}
        />
      </Field>
      {workbook && columns.length === 0 && (
        <p className="text-ink-3">This workbook has no calculated or enriched column.</p>
      )}
      {columns.length > 0 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-medium text-ink-2 text-sm">Outputs</legend>
          {columns.map((column) => (
            <Checkbox
              key={column.id}
              label={column.name}
              checked={chosen.has(column.id)}
              onChange={(on) => {
                const next = new Set(chosen)
                if (on) next.add(column.id)
                else next.delete(column.id)
                setChosen(next)
              }}
            />
          ))}
        </fieldset>
      )}
      <FormError>{fields.name === undefined && words}</FormError>
    </FormDialog>
  )
}
