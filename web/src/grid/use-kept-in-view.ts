// Keeps the cell with the cursor in view when something beside the grid takes room from it.
import { type RefObject, useEffect, useRef } from 'react'
import type { Point, Rect } from './model/grid.types.ts'

/** So long after the room was taken the grid may still be laying itself out, on however slow a machine. */
const OWED_MS = 2_000
/** The grid tells of no change where no whole column or row went out of view. */
const SETTLE_MS = 60
/** What Glide scrolls. */
const SCROLLER = '.dvn-scroller'
/** Px that stay free after the cell. */
const BESIDE = 24
/** From then on the person goes where they want. */
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

  // By what is on the screen: Glide itself may go on counting with the room it had, and then scrolls nowhere.
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
  /** What was in view while the frame had that size: the grid may tell of less before the frame is known to be smaller. */
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
