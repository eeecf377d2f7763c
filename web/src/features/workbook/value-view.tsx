// A whole value as it is: links that open, lists and objects as a tree, long text with its line breaks.
import { linkOf } from '../../grid/display.logic.ts'
import type { ValueKind } from '../../grid/grid.types.ts'

const MAX_ITEMS = 100

export function ValueView({ value, kind }: { value: unknown; kind: ValueKind }) {
  if (value === null || value === undefined || value === '') return <span className="text-ink-3">No value</span>
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== 'object')) {
    return (
      <ul>
        {[...new Set(value)].slice(0, MAX_ITEMS).map((item) => (
          <li key={String(item)}>
            <ValueView value={item} kind={kind} />
          </li>
        ))}
      </ul>
    )
  }
  if (typeof value === 'object') return <Tree value={value} />
  const link = linkOf(value, kind)
  if (link)
    return (
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        className="text-accent-ink underline-offset-2 [overflow-wrap:anywhere] hover:underline"
      >
        {String(value)}
      </a>
    )
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return (
    <span dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 12 }) : String(value)}
    </span>
  )
}

function Tree({ value }: { value: object }) {
  const entries = Object.entries(value)
  if (entries.length === 0) return <span className="text-ink-3">Empty</span>
  const list = Array.isArray(value)
  return (
    <dl className="flex flex-col gap-1">
      {entries.slice(0, MAX_ITEMS).map(([key, member]) => {
        const nested = typeof member === 'object' && member !== null && Object.keys(member).length > 0
        return nested ? (
          <div key={key}>
            <dt className="text-ink-3 text-xs">{list ? `${Number(key) + 1}` : key}</dt>
            <dd className="ml-1 border-l pl-3">
              <Tree value={member} />
            </dd>
          </div>
        ) : (
          <div key={key} className="grid grid-cols-[minmax(4rem,30%)_1fr] gap-2">
            <dt className="truncate text-ink-3 text-sm" title={key}>
              {list ? `${Number(key) + 1}` : key}
            </dt>
            <dd className="min-w-0">
              <ValueView value={member} kind="url" />
            </dd>
          </div>
        )
      })}
      {entries.length > MAX_ITEMS && <p className="text-ink-3 text-xs">and {entries.length - MAX_ITEMS} more</p>}
    </dl>
  )
}
