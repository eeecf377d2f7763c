// A list or an object as a tree that opens and closes; every member can give its path, and become a column.
import { ChevronRight, Columns2, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { pathOf, stepTo } from './path.logic.ts'
import { ScalarView } from './scalar-view.tsx'

const MAX_ITEMS = 100
/** Deeper ones are closed at first. */
const OPEN_DEPTH = 2

interface Props {
  value: object
  path: string[]
  onAddColumn: ((path: string[]) => void) | undefined
}

export function ValueTree({ value, path, onAddColumn }: Props) {
  const [all, setAll] = useState(false)
  const entries = Object.entries(value)
  if (entries.length === 0) return <span className="text-ink-3">Empty</span>
  const shown = all ? entries : entries.slice(0, MAX_ITEMS)
  return (
    <ul className="flex flex-col gap-0.5">
      {shown.map(([key, member]) => (
        <Member
          key={key}
          name={Array.isArray(value) ? `${Number(key) + 1}` : key}
          value={member}
          path={[...path, stepTo(value, key)]}
          onAddColumn={onAddColumn}
        />
      ))}
      {shown.length < entries.length && (
        <li>
          <button type="button" onClick={() => setAll(true)} className="text-accent-ink text-xs hover:underline">
            Show {entries.length - shown.length} more
          </button>
        </li>
      )}
    </ul>
  )
}

function Member({ name, value, path, onAddColumn }: Omit<Props, 'value'> & { name: string; value: unknown }) {
  const nested = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  const [open, setOpen] = useState(path.length <= OPEN_DEPTH)
  const text = pathOf(path)
  const acts = (
    <span className="flex shrink-0 opacity-0 group-focus-within/member:opacity-100 group-hover/member:opacity-100 pointer-coarse:opacity-100">
      <IconButton
        size="sm"
        icon={Copy}
        label={`Copy the path ${text}`}
        onClick={async () =>
          toast((await copyText(text)) ? `Path copied: ${text}` : 'The browser blocked the clipboard')
        }
      />
      {onAddColumn && (
        <IconButton size="sm" icon={Columns2} label={`Add ${text} as a column`} onClick={() => onAddColumn(path)} />
      )}
    </span>
  )
  if (!nested)
    return (
      <li className="group/member grid grid-cols-[minmax(4rem,30%)_1fr_auto] items-start gap-2 rounded-sm hover:bg-hover">
        <span className="truncate py-0.5 pl-5 text-ink-3 text-sm" title={name}>
          {name}
        </span>
        <span className="min-w-0 py-0.5">
          {typeof value === 'object' && value !== null ? (
            <span className="text-ink-3">Empty</span>
          ) : (
            <ScalarView value={value} kind="url" />
          )}
        </span>
        {acts}
      </li>
    )
  const size = Object.keys(value).length
  return (
    <li>
      <div className="group/member flex items-center gap-2 rounded-sm hover:bg-hover">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-center gap-1 py-0.5 text-left text-ink-3 text-sm"
        >
          <ChevronRight aria-hidden className={open ? 'size-4 shrink-0 rotate-90' : 'size-4 shrink-0'} />
          <span className="truncate">{name}</span>
          {!open && <span className="text-xs">{Array.isArray(value) ? `${size} items` : `${size} members`}</span>}
        </button>
        {acts}
      </div>
      {open && (
        <div className="ml-2 border-l pl-2">
          <ValueTree value={value as object} path={path} onAddColumn={onAddColumn} />
        </div>
      )}
    </li>
  )
}
