// Fields in an order, the first one decides: added, taken away, and moved by buttons that a keyboard reaches.
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import { Select } from '../../../ui/forms/field.tsx'
import { FacetSelect } from '../../columns/filters/facet-select.tsx'
import { type FilterField, sortOf } from '../../columns/filters/fields.logic.ts'
import type { Order } from './view-state.logic.ts'

interface Props {
  fields: readonly FilterField[]
  orders: readonly Order[]
  most: number
  words: { nothing: string; first: string; next: string; earlier: string; later: string; remove: string }
  onChange: (orders: Order[]) => void
}

export function OrderList({ fields, orders, most, words, onChange }: Props) {
  const put = (at: number, next: Order) => onChange(orders.map((one, index) => (index === at ? next : one)))
  function swap(at: number, to: number) {
    const next = [...orders]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(to, 0, moved)
    onChange(next)
  }
  const free = fields.filter((field) => !orders.some((one) => one.field === field.id))
  const adding = orders.length === 0 ? words.first : words.next
  return (
    <>
      {orders.length === 0 && <p className="text-ink-3 text-sm">{words.nothing}</p>}
      {orders.map((one, at) => {
        const field = fields.find((each) => each.id === one.field)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an order has no other identity, and keeps the focus while it changes
          <div key={at} className="flex flex-wrap items-center gap-1.5">
            <OrderParts order={one} field={field} fields={fields} onChange={(next) => put(at, next)} />
            <span className="ml-auto flex">
              <IconButton
                size="sm"
                icon={ArrowUp}
                label={words.earlier}
                disabled={at === 0}
                onClick={() => swap(at, at - 1)}
              />
              <IconButton
                size="sm"
                icon={ArrowDown}
                label={words.later}
                disabled={at === orders.length - 1}
                onClick={() => swap(at, at + 1)}
              />
              <IconButton
                size="sm"
                icon={X}
                label={words.remove}
                onClick={() => onChange(orders.filter((_, index) => index !== at))}
              />
            </span>
          </div>
        )
      })}
      {orders.length < most && free.length > 0 && (
        <Select
          aria-label={adding}
          className="self-start"
          value=""
          onChange={(event) => event.target.value && onChange([...orders, { field: event.target.value, dir: 'asc' }])}
        >
          <option value="">{adding}</option>
          {free.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
      )}
    </>
  )
}

interface PartsProps {
  order: Order
  field: FilterField | undefined
  fields: readonly FilterField[]
  onChange: (order: Order) => void
}

/** Column, part of the cell, and direction in words that fit what is ordered. */
function OrderParts({ order, field, fields, onChange }: PartsProps) {
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
      <FacetSelect
        field={field}
        facet={order.on}
        onChange={(on) => onChange({ field: order.field, dir: order.dir, ...(on === 'value' ? {} : { on }) })}
      />
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
