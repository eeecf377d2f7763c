// One input of a step: the column or text it is given, what three real rows would send, and how many rows have it.
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import type { Column } from '../../../api/shapes.ts'
import type { GridRow } from '../../../grid/model/grid.types.ts'
import { percent } from '../../../ui/format.ts'
import { Field, Input, Select } from '../../../ui/forms/field.tsx'
import { sampleFor } from '../../columns/row-sample.logic.ts'
import { reference, soleReference } from '../../columns/template.logic.ts'
import type { ProviderInput } from '../../columns/workbook.shapes.ts'
import { awaitsRun } from './binding.logic.ts'

const TEXT = 'text'

interface Props {
  workbookId: string
  input: ProviderInput
  template: string
  columns: Column[]
  samples: GridRow[]
  /** In how many rows its value can be used, where that is known. */
  usable: { words: string; isFew: boolean } | null
  /** Null leaves the input unbound. */
  onChange: (template: string | null) => void
}

export function InputBinding({ workbookId, input, template, columns, samples, usable, onChange }: Props) {
  const sole = soleReference(template)
  const bound = sole === null ? undefined : columns.find((one) => one.name.toLowerCase() === sole.toLowerCase())
  const asText = template !== '' && !bound
  const awaited = bound !== undefined && awaitsRun(bound, samples)
  const sampled = samples.map((row) => sampleFor(template, columns, row))
  return (
    <div>
      <Field label={`${input.label}${input.required ? '' : ' (optional)'}`}>
        <Select
          value={bound ? bound.id : asText ? TEXT : ''}
          onChange={(event) => {
            const column = columns.find((one) => one.id === event.target.value)
            if (column) onChange(reference(column.name))
            else onChange(event.target.value === TEXT ? template || ' ' : null)
          }}
        >
          <option value="">{input.required ? 'Choose a column' : 'Not used'}</option>
          {columns.map((column) => (
            <option key={column.id} value={column.id}>
              {column.name}
            </option>
          ))}
          <option value={TEXT}>Text with {'{{Column}}'} references</option>
        </Select>
      </Field>
      {asText && (
        <Input
          aria-label={`Text for ${input.label}`}
          className="mt-1.5"
          dir="auto"
          placeholder="https://{{Domain}}/about"
          value={template.trimStart()}
          onChange={(event) => onChange(event.target.value || ' ')}
        />
      )}
      {template.trim() !== '' && samples.length > 0 && (
        <p className="mt-1 flex gap-2 text-ink-3 text-xs">
          <span className="min-w-0 flex-1 truncate" dir="auto">
            {sampled.map((text) => (text === '' ? '(blank)' : text)).join(' · ')}
          </span>
          {awaited ? (
            <span className="shrink-0">filled by a run</span>
          ) : usable ? (
            <span className={`shrink-0 tabular-nums ${usable.isFew ? 'text-warn' : ''}`}>{usable.words}</span>
          ) : (
            bound && <Fill workbookId={workbookId} column={bound} />
          )}
        </p>
      )}
      {template.trim() === '' && input.help && <p className="mt-1 text-ink-3 text-xs">{input.help}</p>}
    </div>
  )
}

/** How many rows have a value: what the others lack is not asked. */
function Fill({ workbookId, column }: { workbookId: string; column: Column }) {
  const asked = useQuery({
    queryKey: [...keys.workbook(workbookId), 'fill', column.id],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/workbooks/{workbook_id}/columns/{column_id}/stats', {
          params: { path: { workbook_id: workbookId, column_id: column.id }, query: { top: 0 } },
          signal,
        }),
      ),
    staleTime: 60_000,
    retry: false,
  })
  const stats = asked.data
  if (!stats || stats.rows === 0) return null
  const share = stats.filled / stats.rows
  return (
    <span
      className={`shrink-0 tabular-nums ${share < 0.5 ? 'text-warn' : ''}`}
      title={`${percent(share)} of the rows have a value in ${column.name}`}
    >
      {share === 1 ? 'every row has it' : `${percent(share)} of rows have it`}
    </span>
  )
}
