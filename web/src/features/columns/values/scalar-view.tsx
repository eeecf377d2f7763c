// A single value: a link that opens, a choice as a chip, a number with its separators, text with its line breaks.
import { linkOf } from '../../../grid/marks/display.logic.ts'
import type { ValueKind } from '../../../grid/model/grid.types.ts'

export function ScalarView({ value, kind }: { value: unknown; kind: ValueKind }) {
  if (value === null || value === undefined || value === '') return <span className="text-ink-3">No value</span>
  if (kind === 'select' || kind === 'multi_select')
    return (
      <span dir="auto" className="inline-block rounded-sm bg-hover px-1.5 [overflow-wrap:anywhere]">
        {String(value)}
      </span>
    )
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
