// Tells a double click from two quick clicks at different places, which Glide takes for one.
import { useEffect, useRef } from 'react'

/** As far as a hand moves between the two, in px. */
const REACH = 8

/** Answers whether the click that is just being told of was made where the one before it was. */
export function useSamePlace(): () => boolean {
  const places = useRef<{ x: number; y: number }[]>([])
  useEffect(() => {
    const note = ({ clientX, clientY }: PointerEvent) => {
      places.current = [...places.current.slice(-1), { x: clientX, y: clientY }]
    }
    // In the capture phase: Glide, which listens at the same place, asks within its own turn.
    window.addEventListener('pointerup', note, true)
    return () => window.removeEventListener('pointerup', note, true)
  }, [])
  return () => {
    const [before, now] = places.current
    return before !== undefined && now !== undefined && Math.hypot(now.x - before.x, now.y - before.y) <= REACH
  }
}
