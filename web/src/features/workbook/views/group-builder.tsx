// What rows are grouped by, up to three columns, in which order the groups stand, and whether they are open.
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import type { FilterField } from '../../columns/filters/fields.logic.ts'
import { OrderList } from './order-list.tsx'
import { MAX_LEVELS, type Order } from './view-state.logic.ts'

interface Props {
  fields: readonly FilterField[]
  /** The outermost first. */
  levels: Order[]
  onChange: (levels: Order[]) => void
  onTurnAll: (open: boolean) => void
}

const WORDS = {
  nothing: 'Rows with the same value stand together under it, with their number. Groups can be grouped again.',
  first: 'Group by a column',
  next: 'Then by another column',
  earlier: 'Group by this earlier',
  later: 'Group by this later',
  remove: 'Do not group by this',
}

export function GroupBuilder({ fields, levels, onChange, onTurnAll }: Props) {
  return (
    <div className="flex flex-col gap-2">
      <OrderList fields={fields} orders={levels} most={MAX_LEVELS} words={WORDS} onChange={onChange} />
      {levels.length > 0 && (
        <div className="flex flex-wrap gap-1 border-t pt-2">
          <Button size="sm" look="quiet" icon={ChevronsUpDown} onClick={() => onTurnAll(true)}>
            Open all groups
          </Button>
          <Button size="sm" look="quiet" icon={ChevronsDownUp} onClick={() => onTurnAll(false)}>
            Close all groups
          </Button>
        </div>
      )}
    </div>
  )
}
