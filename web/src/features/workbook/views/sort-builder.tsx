// The order of rows: up to five columns, the first one decides; moved by buttons that a keyboard reaches.
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { type Field, facetsOf, sortOf } from '../filter/fields.logic.ts'
import type { Order } from './look.logic.ts'

const MAX = 5

interface Props {
  fields: readonly Field[]
  sort: Order[]
  onChange: (sort: Order[]) => void
}

export function SortBuilder({ fields, sort, onChange }: Props) {
  const put = (at: number, next: Order) => onChange(sort.map((one, index) => (index === at ? next : one)))
  function swap(at: number, to: number) {
    const next = [...sort]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(to, 0, moved)
    onChange(next)
  }
  const free = fields.find((field) => !sort.some((one) => one.field === field.id))
  return (
    <div className="flex flex-col gap-2">
      {sort.length === 0 && <p className="text-ink-3 text-sm">Rows stand in the order of the workbook.</p>}
      {sort.map((one, at) => {
        const field = fields.find((each) => each.id === one.field)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an order has no other identity, and keeps the focus while it changes
          <div key={at} className="flex flex-wrap items-center gap-1.5">
            <OrderParts order={one} field={field} fields={fields} onChange={(next) => put(at, next)} />
            <span className="ml-auto flex">
              <IconButton
                size="sm"
                icon={ArrowUp}
                label="Sort by this earlier"
                disabled={at === 0}
                onClick={() => swap(at, at - 1)}
              />
              <IconButton
                size="sm"
                icon={ArrowDown}
                label="Sort by this later"
                disabled={at === sort.length - 1}
                onClick={() => swap(at, at + 1)}
              />
              <IconButton
                size="sm"
                icon={X}
                label="Do not sort by this"
                onClick={() => onChange(sort.filter((_, index) => index !== at))}
              />
            </span>
          </div>
        )
      })}
      {sort.length < MAX && free && (
        <Button
          size="sm"
          look="quiet"
          icon={Plus}
          className="self-start"
          onClick={() => onChange([...sort, { field: free.id, dir: 'asc' }])}
        >
          {sort.length === 0 ? 'Sort by a column' : 'Then by another column'}
        </Button>
      )}
    </div>
  )
}

interface PartsProps {
  order: Order
  field: Field | undefined
  fields: readonly Field[]
  onChange: (order: Order) => void
}

/** Column, part of the cell, and direction in words that fit what is ordered. */
export function OrderParts({ order, field, fields, onChange }: PartsProps) {
  const sort = sortOf(order, fields)
  const [up, down] =
    sort === 'number'
      ? ['1 → 9', '9 → 1']
      : sort === 'date' || sort === 'instant'
        ? ['Oldest first', 'Newest first']
        : ['A → Z', 'Z → A']
  return (
    <>
      <Select
        aria-label="Column"
        className="min-w-28 flex-1 basis-32"
        value={order.field}
        onChange={(event) => onChange({ field: event.target.value, dir: order.dir })}
      >
        {!field && <option value={order.field}>A deleted column</option>}
        {fields.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </Select>
      {facetsOf(field).length > 0 && (
        <Select
          aria-label="Part of the cell"
          className="w-30"
          value={order.on ?? 'value'}
          onChange={(event) => {
            const on = event.target.value
            onChange({ field: order.field, dir: order.dir, ...(on === 'value' ? {} : { on }) })
          }}
        >
          {facetsOf(field).map((facet) => (
            <option key={facet.id} value={facet.id}>
              {facet.name}
            </option>
          ))}
        </Select>
      )}
      <Select
        aria-label="Direction"
        className="w-32"
        value={order.dir}
        onChange={(event) => onChange({ ...order, dir: event.target.value as Order['dir'] })}
      >
        <option value="asc">{up}</option>
        <option value="desc">{down}</option>
      </Select>
    </>
  )
}
