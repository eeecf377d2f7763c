// The reason in words beside the cell or header under the pointer, after a short rest.
import { useEffect, useState } from 'react'

export interface HoveredCell {
  key: string
  /** Viewport px of the thing pointed at. */
  area: { x: number; y: number; width: number; height: number }
  text: string
}

const REST_MS = 350

export function HoverNote({ hovered }: { hovered: HoveredCell | null }) {
  const [shown, setShown] = useState<HoveredCell | null>(null)
  const key = hovered?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new thing under the pointer
  useEffect(() => {
    setShown(null)
    if (!hovered || hovered.text === '') return
    const timer = setTimeout(() => setShown(hovered), REST_MS)
    return () => clearTimeout(timer)
  }, [key])
  if (!shown) return null
  const { x, y, width, height } = shown.area
  const below = y + height + 60 < window.innerHeight
  return (
    <div
      role="tooltip"
      className="pointer-events-none fixed z-20 max-w-72 animate-fade rounded-md bg-ink px-2 py-1 text-canvas text-xs"
      style={{
        right: Math.max(8, window.innerWidth - x - width),
        ...(below ? { top: y + height + 4 } : { bottom: window.innerHeight - y + 4 }),
      }}
    >
      {shown.text}
    </div>
  )
}
