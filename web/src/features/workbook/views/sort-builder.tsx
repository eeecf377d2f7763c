// The order of rows: up to five columns, the first one decides.
import type { FilterField } from '../../columns/filters/fields.logic.ts'
import { OrderList } from './order-list.tsx'
import type { Order } from './view-state.logic.ts'

const MAX = 5

const WORDS = {
  nothing: 'Rows stand in the order of the workbook.',
  first: 'Sort by a column',
  next: 'Then by another column',
  earlier: 'Sort by this earlier',
  later: 'Sort by this later',
  remove: 'Do not sort by this',
}

interface Props {
  fields: readonly FilterField[]
  sort: Order[]
  onChange: (sort: Order[]) => void
}

export function SortBuilder({ fields, sort, onChange }: Props) {
  return (
    <div className="flex flex-col gap-2">
      <OrderList fields={fields} orders={sort} most={MAX} words={WORDS} onChange={onChange} />
    </div>
  )
}
