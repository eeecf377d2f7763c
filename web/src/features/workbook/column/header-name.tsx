// Renaming a column where its name stands: a field over the header of the grid.
import { ColumnName } from './column-name.tsx'

const NARROWEST = 140

interface Props {
  /** The header in the viewport; null when the column is not shown. */
  area: { x: number; y: number; width: number; height: number } | null
  name: string
  onDone: (name: string | null) => void
}

export function HeaderName({ area, name, onDone }: Props) {
  const { x, y, width, height } = area ?? { x: 80, y: 120, width: 0, height: 36 }
  const wide = Math.max(NARROWEST, width)
  return (
    <div
      className="fixed z-20 flex items-center bg-surface px-0.5"
      style={{ left: Math.min(x, window.innerWidth - wide - 8), top: y, width: wide, height }}
    >
      <ColumnName name={name} onDone={onDone} />
    </div>
  )
}
