// The run condition: rows of "column, comparison, value" joined by and/or. Blank means every row runs.
import { Plus, X } from 'lucide-react'
import type { Column } from '../../../api/shapes.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Input, Select } from '../../../ui/forms/field.tsx'
import { isComputed } from '../columns.logic.ts'
import type { Filter, FilterLeaf, FilterOp, FilterSide } from '../workbook.shapes.ts'
import { type Conditions, conditionWords, needsValue, OP_WORDS, withOp } from './condition.logic.ts'

interface Props {
  columns: Column[]
  /** Rows being built, kept while they are unfinished. */
  conditions: Conditions | null
  onChange: (conditions: Conditions) => void
  /** The stored condition when it is too deep to be shown as rows. */
  deep: Filter | null
  onReplaceDeep: () => void
}

const OPS = Object.keys(OP_WORDS) as FilterOp[]

export function ConditionBuilder({ columns, conditions, onChange, deep, onReplaceDeep }: Props) {
  const name = (field: string) => columns.find((column) => column.id === field)?.name ?? field
  if (!conditions) {
    return (
      <div className="rounded-md border px-3 py-2 text-sm">
        <p>{deep ? conditionWords(deep, name) : ''}</p>
        <p className="mt-1 text-ink-3 text-xs">
          This condition was written through the API and is deeper than the rows here can show. It stays as it is.
        </p>
        <Button size="sm" className="mt-2" onClick={onReplaceDeep}>
          Replace it
        </Button>
      </div>
    )
  }
  const { join, rows } = conditions
  const change = (at: number, row: FilterLeaf) =>
    onChange({ join, rows: rows.map((one, index) => (index === at ? row : one)) })
  return (
    <div className="flex flex-col gap-2">
      {rows.length === 0 && <p className="text-ink-3 text-sm">Every row runs.</p>}
      {rows.map((row, at) => {
        const column = columns.find((one) => one.id === row.field)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity
          <div key={at} className="flex flex-wrap items-center gap-1.5">
            {at === 0 ? (
              rows.length > 1 && <span className="w-16" />
            ) : at === 1 ? (
              <Select
                aria-label="Join with"
                className="w-16"
                value={join}
                onChange={(event) => onChange({ join: event.target.value as 'and' | 'or', rows })}
              >
                <option value="and">and</option>
                <option value="or">or</option>
              </Select>
            ) : (
              <span className="w-16 pl-2 text-ink-3 text-sm">{join}</span>
            )}
            <Select
              aria-label="Column"
              className="min-w-24 flex-1 basis-24"
              value={row.field}
              onChange={(event) => change(at, { ...row, field: event.target.value })}
            >
              {!column && (
                <option value={row.field}>{row.field === '' ? 'Choose a column' : `${row.field} (deleted)`}</option>
              )}
              {columns.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </Select>
            {column && isComputed(column) && (
              <Select
                aria-label="Part of the cell"
                className="w-28"
                value={row.on ?? 'value'}
                onChange={(event) => {
                  const { on: _, ...rest } = row
                  change(at, event.target.value === 'value' ? rest : { ...rest, on: event.target.value as FilterSide })
                }}
              >
                <option value="value">Value</option>
                <option value="status">Status</option>
                <option value="confidence">Confidence</option>
                <option value="provider">Provider</option>
              </Select>
            )}
            <Select
              aria-label="Comparison"
              className="w-28"
              value={row.op}
              onChange={(event) => change(at, withOp(row, event.target.value as FilterOp))}
            >
              {OPS.map((op) => (
                <option key={op} value={op}>
                  {OP_WORDS[op]}
                </option>
              ))}
            </Select>
            {needsValue(row.op) && (
              <Input
                aria-label="Value"
                className="min-w-20 flex-1 basis-20"
                placeholder={Array.isArray(row.value) ? 'one, two, three' : 'value'}
                value={Array.isArray(row.value) ? row.value.join(', ') : String(row.value ?? '')}
                onChange={(event) => {
                  const text = event.target.value
                  const many = row.op === 'in' || row.op === 'not_in'
                  change(at, { ...row, value: many ? text.split(',').map((one) => one.trimStart()) : text })
                }}
              />
            )}
            <IconButton
              size="sm"
              icon={X}
              label="Remove this condition"
              onClick={() => onChange({ join, rows: rows.filter((_, index) => index !== at) })}
            />
          </div>
        )
      })}
      <Button
        size="sm"
        look="quiet"
        icon={Plus}
        className="self-start"
        onClick={() => onChange({ join, rows: [...rows, { field: columns[0]?.id ?? '', op: 'not_empty' }] })}
      >
        Add a condition
      </Button>
    </div>
  )
}
