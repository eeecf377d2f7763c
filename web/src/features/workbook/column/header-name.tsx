// Renaming a column where its name stands: a field over the header of the grid, which it follows.
import { useEffect, useReducer } from 'react'
import { ColumnName } from './column-name.tsx'

const NARROWEST = 140

interface Area {
  x: number
  y: number
  width: number
  height: number
}

interface Props {
  /** The header in the viewport, read whenever the grid was scrolled; null when the column is not shown. */
  area: () => Area | null
  name: string
  onDone: (name: string | null) => void
}

export function HeaderName({ area, name, onDone }: Props) {
  const [, follow] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    // Two frames later, when the grid has drawn itself where it was scrolled to.
    const later = () => requestAnimationFrame(() => requestAnimationFrame(follow))
    document.addEventListener('scroll', later, { capture: true, passive: true })
    window.addEventListener('resize', later)
    return () => {
      document.removeEventListener('scroll', later, { capture: true })
      window.removeEventListener('resize', later)
    }
  }, [])
  const { x, y, width, height } = area() ?? { x: 80, y: 120, width: 0, height: 36 }
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
