// Which columns are shown: found by name, ticked one by one, or all at once; pinned ones stay at the left.
import { Pin } from 'lucide-react'
import { useState } from 'react'
import type { Column } from '../../../api/shapes.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox, Input } from '../../../ui/field.tsx'

interface Props {
  columns: readonly Column[]
  hidden: readonly string[]
  pinned: readonly string[]
  onHide: (ids: string[], hidden: boolean) => void
  onPin: (id: string, pinned: boolean) => void
}

const MANY = 8

export function FieldsList({ columns, hidden, pinned, onHide, onPin }: Props) {
  const [text, setText] = useState('')
  const found = columns.filter((column) => column.name.toLowerCase().includes(text.trim().toLowerCase()))
  const ids = found.map((column) => column.id)
  return (
    <div className="flex flex-col gap-2">
      {columns.length > MANY && (
        <Input
          aria-label="Find a column"
          placeholder="Find a column"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <ul className="flex flex-col gap-1">
        {found.map((column) => {
          const isPinned = pinned.includes(column.id)
          return (
            <li key={column.id} className="flex items-center gap-2">
              <Checkbox
                label={<span dir="auto">{column.name}</span>}
                className="min-w-0 flex-1"
                checked={!hidden.includes(column.id)}
                onChange={(on) => onHide([column.id], !on)}
              />
              <IconButton
                size="sm"
                icon={Pin}
                label={isPinned ? `Unpin ${column.name}` : `Pin ${column.name} at the left`}
                pressed={isPinned}
                onClick={() => onPin(column.id, !isPinned)}
              />
            </li>
          )
        })}
        {found.length === 0 && <li className="text-ink-3 text-sm">No column is called so.</li>}
      </ul>
      <div className="flex gap-1 border-t pt-2">
        <Button size="sm" look="quiet" onClick={() => onHide(ids, false)}>
          Show all
        </Button>
        <Button size="sm" look="quiet" onClick={() => onHide(ids, true)}>
          Hide all
        </Button>
      </div>
    </div>
  )
}
