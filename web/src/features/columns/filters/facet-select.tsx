// Which part of a cell is meant: its value, or what is known of it. Nothing for fields that have but a value.
import { Select } from '../../../ui/forms/field.tsx'
import type { FilterSide } from '../workbook.shapes.ts'
import { type FilterField, facetsOf } from './fields.logic.ts'

interface Props {
  field: FilterField | undefined
  facet: string | undefined
  onChange: (facet: FilterSide) => void
}

export function FacetSelect({ field, facet, onChange }: Props) {
  const facets = facetsOf(field)
  if (facets.length === 0) return null
  return (
    <Select
      aria-label="Part of the cell"
      className="w-30"
      value={facet ?? 'value'}
      onChange={(event) => onChange(event.target.value as FilterSide)}
    >
      {facets.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
