// What rows are grouped by, in which order the groups stand, and whether they are open.
import { ChevronsDownUp, ChevronsUpDown, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import type { Field } from '../filter/fields.logic.ts'
import type { Order } from './look.logic.ts'
import { OrderParts } from './sort-builder.tsx'

interface Props {
  fields: readonly Field[]
  group: Order | null
  onChange: (group: Order | null) => void
  onTurnAll: (open: boolean) => void
}

export function GroupBuilder({ fields, group, onChange, onTurnAll }: Props) {
  if (!group) {
    return (
      <div className="flex flex-col gap-2">
        <p className="text-ink-3 text-sm">Rows with the same value stand together under it, with their number.</p>
        <Select
          aria-label="Group by"
          value=""
          onChange={(event) => event.target.value && onChange({ field: event.target.value, dir: 'asc' })}
        >
          <option value="">Choose a column</option>
          {fields.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        <OrderParts
          order={group}
          field={fields.find((one) => one.id === group.field)}
          fields={fields}
          onChange={onChange}
        />
      </div>
      <div className="flex flex-wrap gap-1">
        <Button size="sm" look="quiet" icon={ChevronsUpDown} onClick={() => onTurnAll(true)}>
          Open all groups
        </Button>
        <Button size="sm" look="quiet" icon={ChevronsDownUp} onClick={() => onTurnAll(false)}>
          Close all groups
        </Button>
        <Button size="sm" look="quiet" icon={X} className="ml-auto" onClick={() => onChange(null)}>
          Do not group
        </Button>
      </div>
    </div>
  )
}
