// A whole value as it is: links that open, lists and objects as a tree, long text with its line breaks.
import type { ValueKind } from '../../../grid/model/grid.types.ts'
import { ScalarView } from './scalar-view.tsx'
import { ValueTree } from './value-tree.tsx'

const MAX_ITEMS = 100

interface Props {
  value: unknown
  kind: ValueKind
  /** Numbers without separators. */
  isPlain?: boolean | undefined
  /** Makes a column of what lies at a path inside the value. */
  onAddColumn?: ((path: string[]) => void) | undefined
}

export function ValueView({ value, kind, isPlain, onAddColumn }: Props) {
  if (value === null || value === undefined || value === '') return <span className="text-ink-3">No value</span>
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== 'object')) {
    return (
      <ul className={kind === 'multi_select' ? 'flex flex-wrap gap-1' : undefined}>
        {[...new Set(value)].slice(0, MAX_ITEMS).map((item) => (
          <li key={String(item)}>
            <ValueView value={item} kind={kind} />
          </li>
        ))}
      </ul>
    )
  }
  if (typeof value === 'object') return <ValueTree value={value} path={[]} onAddColumn={onAddColumn} />
  return <ScalarView value={typeof value === 'number' && isPlain ? String(value) : value} kind={kind} />
}
