// Keeps the cell with the cursor in view when something beside the grid takes room from it.
import { type RefObject, useEffect, useRef } from 'react'
import type { Point, Rect } from './model/grid.types.ts'

/** How long the grid may take to lay itself out after its size changed, in ms, also on a slow machine. */
const OWED_MS = 2_000
/** The grid reports no change unless a whole column or row left the view. */
const SETTLE_MS = 60
/** What Glide scrolls. */
const SCROLLER = '.dvn-scroller'
/** Px that stay free after the cell. */
const BESIDE = 24
/** Input of the user after which the view is no longer moved automatically. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** `visible` is the part of the grid in columns and lines that was in view last. Returns what to call when that part changes. */
export function useKeptInView(
  frame: RefObject<HTMLElement | null>,
  visible: RefObject<Rect>,
  lineOfCell: () => Point | null,
  areaOfCell: () => Rect | null | undefined,
): () => void {
  const latest = useRef({ lineOfCell, show })
  latest.current = { lineOfCell, show }

  // Computed from the screen, because Glide may still use its earlier size and then does not scroll.
  function show() {
    const [area, outer] = [areaOfCell(), frame.current?.getBoundingClientRect()]
    const scroller = frame.current?.querySelector(SCROLLER)
    if (!area || !outer || !scroller) return
    const [right, below] = [area.x + area.width - outer.right, area.y + area.height - outer.bottom]
    if (right > 0) scroller.scrollLeft += right + BESIDE
    if (below > 0) scroller.scrollTop += below + BESIDE
  }
  const isOwed = useRef(false)
  const size = useRef({ width: 0, height: 0 })
  /** The view at that size of the frame. The grid may report a smaller view before the new size of the frame is known. */
  const seen = useRef<Rect>(visible.current)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    size.current = sizeOf(element)
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const later = (act: () => void, ms: number) => timers.add(setTimeout(act, ms))
    const stop = () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      isOwed.current = false
    }
    const watch = new ResizeObserver(() => {
      const now = sizeOf(element)
      const isSmaller = now.width < size.current.width || now.height < size.current.height
      size.current = now
      const cell = latest.current.lineOfCell()
      const { x, y, width, height } = seen.current
      seen.current = visible.current
      // Frozen columns stand before the first one that counts as visible.
      const wasInView = cell && cell.col < x + width && cell.row >= y && cell.row < y + height
      if (!isSmaller || (!wasInView && !isOwed.current)) return
      stop()
      isOwed.current = true
      later(() => latest.current.show(), SETTLE_MS)
      later(stop, OWED_MS)
    })
    watch.observe(element)
    for (const move of MOVES) element.addEventListener(move, stop, { passive: true })
    return () => {
      stop()
      watch.disconnect()
      for (const move of MOVES) element.removeEventListener(move, stop)
    }
  }, [frame, visible])
  return () => {
    const { width, height } = frame.current ? sizeOf(frame.current) : size.current
    if (width === size.current.width && height === size.current.height) seen.current = visible.current
    if (isOwed.current) latest.current.show()
  }
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({ width: clientWidth, height: clientHeight })
