// A list of things as a table: rows are links or buttons, with multi-select, a menu per row and right click; columns fold on a phone.
import { ArrowDown, Ellipsis } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './classes.ts'
import { Checkbox } from './forms/field.tsx'
import { ContextMenu } from './overlays/context-menu.tsx'
import { Menu, type MenuItem } from './overlays/menu.tsx'
import { TimeAgo, TimeAhead } from './time.tsx'

export interface ListColumn<T> {
  key: string
  title: string
  render: (item: T) => ReactNode
  /** Tailwind width of the column, e.g. `w-32`. The first column takes what is left. */
  width?: string
  align?: 'end'
  /** Makes the title a button that sorts by this; the natural order for this column comes first. */
  sort?: (a: T, b: T) => number
  /** Hidden below this width. */
  from?: 'sm' | 'md' | 'lg'
}

interface TimeColumn<T> extends Omit<ListColumn<T>, 'render'> {
  at: (item: T) => string | null | undefined
  /** It is still to come. */
  isAhead?: boolean
  /** Said where there is no time. */
  none?: string
}

/** A column of times, relative to now. */
export function timeColumn<T>({ at, isAhead = false, none = '–', ...column }: TimeColumn<T>): ListColumn<T> {
  const Time = isAhead ? TimeAhead : TimeAgo
  return {
    width: 'w-32',
    ...column,
    render: (item) => {
      const time = at(item)
      return <span className="text-ink-2">{time ? <Time at={time} /> : none}</span>
    },
  }
}

interface Props<T> {
  label: string
  items: T[]
  columns: ListColumn<T>[]
  id: (item: T) => string
  /** Said before checkboxes and menus: the item's name. */
  name: (item: T) => string
  menu?: (item: T) => MenuItem[]
  selected?: Set<string>
  onSelect?: (selected: Set<string>) => void
  /** Key of the column it is sorted by at first. */
  sortedBy?: string
}

/** Rows drawn at once; more are added as the end comes into view. */
const batch = 200

const froms = { sm: 'hidden sm:table-cell', md: 'hidden md:table-cell', lg: 'hidden lg:table-cell' }

export function DataList<T>({
  label,
  items: given,
  columns,
  id,
  name,
  menu,
  selected,
  onSelect,
  sortedBy = '',
}: Props<T>) {
  const [sort, setSort] = useState({ key: sortedBy, reversed: false })
  const [drawn, setDrawn] = useState(batch)
  const compare = columns.find((column) => column.key === sort.key)?.sort
  const sorted = compare ? [...given].sort((a, b) => compare(a, b) * (sort.reversed ? -1 : 1)) : given
  const items = sorted.slice(0, drawn)
  const all = given.length > 0 && given.every((item) => selected?.has(id(item)))
  const some = Boolean(selected?.size)
  const cell = (column: ListColumn<T>) =>
    cx(
      !onSelect && column === columns[0] && 'pl-4',
      column.width,
      column.align === 'end' && 'text-right tabular-nums',
      column.from && froms[column.from],
    )

  function toggle(item: T, on: boolean) {
    const next = new Set(selected)
    if (on) next.add(id(item))
    else next.delete(id(item))
    onSelect?.(next)
  }

  return (
    <>
      <table aria-label={label} className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr className="text-left text-ink-3 text-xs">
            {onSelect && (
              <th scope="col" className="sticky top-0 z-10 w-10 border-b bg-surface pl-4 font-normal">
                <Checkbox
                  bare
                  label="Select all"
                  checked={all}
                  indeterminate={some && !all}
                  onChange={(on) => onSelect(new Set(on ? given.map(id) : []))}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.key === sort.key ? (sort.reversed ? 'descending' : 'ascending') : undefined}
                className={cx('sticky top-0 z-10 h-8 border-b bg-surface px-2 font-medium', cell(column))}
              >
                {column.sort ? (
                  <button
                    type="button"
                    className={cx(
                      'inline-flex items-center gap-1 rounded-sm hover:text-ink',
                      column.align === 'end' && 'flex-row-reverse',
                    )}
                    onClick={() =>
                      setSort({ key: column.key, reversed: sort.key === column.key ? !sort.reversed : false })
                    }
                  >
                    {column.title}
                    {sort.key === column.key && (
                      <ArrowDown aria-hidden className={cx('size-3', sort.reversed && 'rotate-180')} />
                    )}
                  </button>
                ) : (
                  column.title
                )}
              </th>
            ))}
            {menu && (
              <th scope="col" className="sticky top-0 z-10 w-12 border-b bg-surface">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const chosen = selected?.has(id(item))
            const row = (
              <tr key={id(item)} className={cx('group', chosen ? 'bg-accent-soft' : 'hover:bg-hover')}>
                {onSelect && (
                  <td className="h-11 border-b pl-4">
                    <Checkbox
                      bare
                      label={`Select ${name(item)}`}
                      checked={chosen ?? false}
                      onChange={(on) => toggle(item, on)}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.key} className={cx('h-11 truncate border-b px-2', cell(column))}>
                    {column.render(item)}
                  </td>
                ))}
                {menu && (
                  <td className="h-11 border-b pr-2 text-right">
                    <Menu
                      align="end"
                      items={menu(item)}
                      trigger={<IconButton icon={Ellipsis} size="sm" label={`Actions for ${name(item)}`} />}
                    />
                  </td>
                )}
              </tr>
            )
            return menu ? (
              <ContextMenu key={id(item)} items={menu(item)}>
                {row}
              </ContextMenu>
            ) : (
              row
            )
          })}
        </tbody>
      </table>
      {drawn < sorted.length && <More key={drawn} onSeen={() => setDrawn(drawn + batch)} />}
    </>
  )
}

function More({ onSeen }: { onSeen: () => void }) {
  const mark = useRef<HTMLButtonElement>(null)
  const latest = useRef(onSeen)
  latest.current = onSeen
  useEffect(() => {
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && latest.current())
    if (mark.current) watch.observe(mark.current)
    return () => watch.disconnect()
  }, [])
  return (
    <button ref={mark} type="button" onClick={onSeen} className="h-11 w-full text-ink-3 text-sm hover:bg-hover">
      Show more
    </button>
  )
}
