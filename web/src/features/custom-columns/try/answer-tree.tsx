// The answer of an API as a tree: a click on a value makes a field of it; inside of lists, of this item or of every one.
import { ChevronRight, List, Plus } from 'lucide-react'
import { useState } from 'react'
import { rawText } from '../../../grid/marks/display.logic.ts'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/classes.ts'
import { everyItem, pathOf, stepTo } from '../../columns/values/path.logic.ts'

interface Props {
  value: unknown
  /** Such as `data.items[0]`; blank for the whole answer. */
  path: string
  /** Paths that are fields already. */
  taken: ReadonlySet<string>
  onPick: (path: string, value: unknown) => void
}

const MOST = 30
const OPEN_DEPTH = 3

const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

export function AnswerTree(props: Props) {
  return isNested(props.value) ? (
    <Members {...props} depth={1} />
  ) : (
    <ul>
      <Leaf {...props} name="answer" />
    </ul>
  )
}

function Members({ value, path, depth, ...rest }: Props & { depth: number }) {
  const [all, setAll] = useState(false)
  const entries = Object.entries(value as object)
  const shown = all ? entries : entries.slice(0, MOST)
  return (
    <ul className="flex flex-col">
      {shown.map(([key, member]) => {
        const at = pathOf([path, stepTo(value as object, key)])
        const name = Array.isArray(value) ? `${Number(key) + 1}` : key
        return isNested(member) ? (
          <Branch key={key} {...rest} name={name} value={member} path={at} depth={depth} />
        ) : (
          <Leaf key={key} {...rest} name={name} value={member} path={at} />
        )
      })}
      {shown.length < entries.length && (
        <li>
          <button
            type="button"
            onClick={() => setAll(true)}
            className="py-1 pl-5 text-accent-ink text-xs hover:underline"
          >
            Show {entries.length - shown.length} more
          </button>
        </li>
      )}
    </ul>
  )
}

function Branch({ name, value, path, depth, taken, onPick }: Props & { name: string; depth: number }) {
  const [open, setOpen] = useState(depth <= OPEN_DEPTH)
  const size = Object.keys(value as object).length
  return (
    <li>
      <div className="group/branch flex items-center rounded-sm hover:bg-hover">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-7 min-w-0 flex-1 items-center gap-1 text-left text-ink-2 text-sm"
        >
          <ChevronRight aria-hidden className={cx('size-4 shrink-0', open && 'rotate-90')} />
          <span className="truncate">{name}</span>
          <span className="shrink-0 text-ink-3 text-xs">
            {Array.isArray(value) ? `${size} ${size === 1 ? 'item' : 'items'}` : ''}
          </span>
        </button>
        {!taken.has(path) && (
          <IconButton size="sm" icon={Plus} label={`Take all of ${path}`} onClick={() => onPick(path, value)} />
        )}
      </div>
      {open && (
        <div className="ml-2 border-l pl-1">
          <Members value={value} path={path} depth={depth + 1} taken={taken} onPick={onPick} />
        </div>
      )}
    </li>
  )
}

function Leaf({ name, value, path, taken, onPick }: Props & { name: string }) {
  const every = everyItem(path)
  const text = rawText(value)
  return (
    <li className="flex items-center rounded-sm hover:bg-hover">
      <button
        type="button"
        disabled={taken.has(path)}
        onClick={() => onPick(path, value)}
        className="grid min-h-7 min-w-0 flex-1 grid-cols-[minmax(4rem,32%)_1fr] items-center gap-2 rounded-sm text-left disabled:cursor-default"
      >
        <span className="truncate pl-5 text-ink-3 text-sm">{name}</span>
        <span dir="auto" className="truncate text-sm" title={text}>
          {text === '' ? <span className="text-ink-3">empty</span> : text}
          <span className="sr-only">{path === '' ? ', take the whole answer' : `, take ${path} as a field`}</span>
        </span>
      </button>
      {taken.has(path) && <span className="px-2 text-ink-3 text-xs">taken</span>}
      {every !== path && !taken.has(every) && (
        <IconButton
          size="sm"
          icon={List}
          label={`Take ${every}, one of every item`}
          onClick={() => onPick(every, [value])}
        />
      )}
    </li>
  )
}
